import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Tx } from '../../../../platform/database/db.ts';
import { defineError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';

export interface WebhookMessage {
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  /** The signature is over the bytes. */
  bytes: Buffer;
  body: unknown;
  /** It came over the port that asks for the bank's certificate. */
  hasCertificate: boolean;
  /** The sender has it, as far as proxies are trusted. */
  ip: string;
}

export interface ProviderEvent {
  /** Repeats share the provider's name for the event. */
  key: string;
  kind: string;
  /** A repeat has the same content. Amounts are strings. */
  content: Readonly<Record<string, string | null>>;
  saidAt: Date | null;
}

/** Providers differ only in signatures and messages. */
export interface WebhookProvider {
  name: string;
  /** Names the sender, as far as the message proves it; null if it proves too little. */
  trustIn(message: WebhookMessage, now: Date): Trust | null;
  /** Returns null if the message cannot be understood. */
  read(message: WebhookMessage, trust: Trust): { events: ProviderEvent[]; hints: Hint[] } | null;
}

type Trust = 'PROVIDER' | 'STRANGER';

/** The server asks the bank for this. */
export interface Hint {
  /** The txid of a charge, or the endToEndId of a payment. */
  subject: string;
  isCharge: boolean;
  /** The bank itself has said so. */
  isTrusted: boolean;
}

export type EventSource = 'WEBHOOK' | 'RECONCILIATION';

export interface StoredEvent extends ProviderEvent {
  id: Id<'providerEvent'>;
  provider: string;
}

export interface AppliedEvents {
  outcomes: readonly string[];
  /** After the commit. */
  notify(): void;
}

/** One transaction for all events can take its locks in one order. An event comes again until it has an outcome. */
export type EventHandler = (tx: Tx, events: readonly StoredEvent[]) => Promise<AppliedEvents>;

export const PIX_PAYMENT = 'PIX_PAYMENT';
export const PIX_RETURN = 'PIX_RETURN';
export const PIX_PROVIDER = 'pix';
/** The key is the payment's, this mark and the return's own; a colon and its status follow unless it is done. */
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

export const notConfirmedCause = (endToEndId: string): AlertCause => ({
  kind: 'PAYMENT_NOT_CONFIRMED',
  key: endToEndId,
});

export const hintNotConfirmed = (endToEndId: string): AlertContent => ({
  ...notConfirmedCause(endToEndId),
  level: 'CRITICAL',
  title: 'The bank does not confirm a payment that it has reported',
  message:
    `The bank has reported the payment ${endToEndId}, and gives no answer when it is asked for it. Nothing is credited ` +
    'before it does. It is asked for a day; look the payment up at the bank.',
  details: { endToEndId },
});

export const notAppliedCause = (id: string): AlertCause => ({ kind: 'PROVIDER_EVENT_NOT_APPLIED', key: id });

export const eventNotApplied = (id: string, reason: string): AlertContent => ({
  ...notAppliedCause(id),
  level: 'CRITICAL',
  title: 'A message of a provider cannot be applied',
  message: `Event ${id} is stored and could not be applied: ${reason}. It is tried again every minute.`,
  details: { eventId: id },
});

export function unreadableEvent(text: string): ProviderEvent {
  const digest = createHash('sha256').update(text).digest('hex');
  return { key: `unreadable:${digest}`, kind: 'UNREADABLE', content: { text }, saidAt: null };
}

/** A text column cannot hold every byte sequence. */
export function unreadableBytes(bytes: Buffer): ProviderEvent {
  if (isUtf8(bytes) && !bytes.includes(0)) return unreadableEvent(bytes.toString('utf8'));
  return unreadableEvent(`base64:${bytes.toString('base64')}`);
}
