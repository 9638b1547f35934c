import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Tx } from '../../../../platform/database/db.ts';
import { defineError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';

/** A call of a provider, as it arrived. */
export interface WebhookMessage {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** What was signed is bytes. */
  bytes: Buffer;
  /** What the bytes say; undefined where they are no JSON. */
  body: unknown;
}

/** One thing that a provider says has happened. */
export interface ProviderEvent {
  /** What the provider calls it; its repeats have the same. */
  key: string;
  /** Who in the house takes it. */
  kind: string;
  /** A repeat must say the same. Amounts are strings. */
  content: Readonly<Record<string, string | null>>;
  /** When it happened, where the provider says so. */
  saidAt: Date | null;
}

/** Somebody who calls us. Each signs in a way of its own and speaks words of its own; what follows is one for all. */
export interface WebhookProvider {
  /** As it stands in the address. */
  name: string;
  /** Whether the provider has signed it, not long ago. Decided on the bytes. */
  isGenuine(message: WebhookMessage, now: Date): boolean;
  /** What a genuine message says; null where it cannot be understood. */
  eventsOf(message: WebhookMessage): ProviderEvent[] | null;
}

/** How we came to know: from a message, or by asking. */
export type EventSource = 'WEBHOOK' | 'RECONCILIATION';

export interface StoredEvent extends ProviderEvent {
  id: Id<'providerEvent'>;
  provider: string;
}

export interface AppliedEvents {
  /** What came of each, in their order. */
  outcomes: readonly string[];
  /** After the commit. */
  notify(): void;
}

/**
 * Applies all events of the kinds that it takes in one transaction: whatever it locks for them it can lock in one order. Each
 * is given to it until it has an outcome, and not again.
 */
export type EventHandler = (tx: Tx, events: readonly StoredEvent[]) => Promise<AppliedEvents>;

/** The kinds of event that a payment by Pix is, and of one that was given back, whoever reported it. */
export const PIX_PAYMENT = 'PIX_PAYMENT';
export const PIX_RETURN = 'PIX_RETURN';
export const PIX_PROVIDER = 'pix';
/**
 * In the key of a return, between the payment's and its own, which has letters and digits alone. Of a return that is not done
 * a colon and its status follow.
 */
export const RETURN_MARK = ':return:';

export const unknownProvider = defineError(
  'WEBHOOK_PROVIDER_UNKNOWN',
  404,
  'Provedor desconhecido.',
  'No provider of this name may call the webhook.',
);
export const notGenuine = defineError(
  'WEBHOOK_NOT_GENUINE',
  401,
  'A assinatura está ausente ou incorreta.',
  'The message was not signed by the provider, was changed afterwards, or is more than five minutes old or ahead.',
);

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

/** What a genuine message, or a part of it, becomes where nobody understands it: kept, under a name of its own. */
export function unreadableEvent(text: string): ProviderEvent {
  const digest = createHash('sha256').update(text).digest('hex');
  return { key: `unreadable:${digest}`, kind: 'UNREADABLE', content: { text }, saidAt: null };
}

/** Of bytes that no text column holds, in base64. */
export function unreadableBytes(bytes: Buffer): ProviderEvent {
  if (isUtf8(bytes) && !bytes.includes(0)) return unreadableEvent(bytes.toString('utf8'));
  return unreadableEvent(`base64:${bytes.toString('base64')}`);
}
