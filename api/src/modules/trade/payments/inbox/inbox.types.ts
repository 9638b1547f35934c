import type { IncomingHttpHeaders } from 'node:http';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';

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
