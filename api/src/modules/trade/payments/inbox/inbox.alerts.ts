import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { StoredEvent } from './inbox.types.ts';

/** A message that the provider has signed and nobody here can do anything with. */
export const eventNotTaken = ({ id, provider, key, kind, content }: StoredEvent): AlertContent => ({
  kind: 'PROVIDER_EVENT_NOT_TAKEN',
  key: `${provider}:${key}`,
  level: 'CRITICAL',
  title: 'A provider says something that nobody understands',
  message:
    `${provider} has sent a message that it has signed, and nothing here takes it (${kind}). It is stored as event ` +
    `${id}. Look it up at the provider: if it is about money, it has not been credited.`,
  details: { eventId: id, provider, eventKind: kind, content },
});

export const eventContradicted = (said: {
  provider: string;
  key: string;
  stored: unknown;
  said: unknown;
}): AlertContent => ({
  kind: 'PROVIDER_EVENT_CONTRADICTED',
  key: `${said.provider}:${said.key}`,
  level: 'CRITICAL',
  title: 'A provider contradicts itself',
  message:
    `${said.provider} reports ${said.key} again, and not as before. The first report stays; look it up at ` +
    'the provider.',
  details: { provider: said.provider, key: said.key, stored: said.stored, said: said.said },
});

export const notAppliedCause = (id: string): AlertCause => ({ kind: 'PROVIDER_EVENT_NOT_APPLIED', key: id });

export const eventNotApplied = (id: string, reason: string): AlertContent => ({
  ...notAppliedCause(id),
  level: 'CRITICAL',
  title: 'A message of a provider cannot be applied',
  message: `Event ${id} is stored and could not be applied: ${reason}. It is tried again every minute.`,
  details: { eventId: id },
});
