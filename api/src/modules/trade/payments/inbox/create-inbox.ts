import { createBatchedWrite } from '../../../../platform/batches/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import { applyEvents } from './apply-events.ts';
import { eventContradicted, eventNotApplied, notAppliedCause } from './inbox.alerts.ts';
import { findContradicted, findWaitingOf, insertEvents, listWaitingIds, type NewEvent } from './inbox.sql.ts';
import type { EventHandler, EventSource, ProviderEvent } from './inbox.types.ts';

export interface InboxDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** By the kind of event. */
  handlers: Readonly<Record<string, EventHandler>>;
}

/**
 * What providers say: stored once, and applied once, in a transaction of its own. Who stores need not wait until it is
 * applied; what a crash leaves waiting, the job applies.
 */
export interface Inbox {
  /** Back once they are stored, whether now or before; they are applied at once. */
  receive(provider: string, events: readonly ProviderEvent[], source: EventSource): Promise<void>;
  /** Everything that waits; back when it was tried. */
  applyWaiting(): Promise<void>;
  /** What is being applied is done. */
  settled(): Promise<void>;
}

/** One batch locks so many deposits and accounts at once. */
const MAX_APPLIED = 200;
const MAX_STORED = 500;

export function createInbox(deps: InboxDeps): Inbox {
  const { db, clock } = deps;
  const waiting: Id<'providerEvent'>[] = [];
  let applying: Promise<void> | null = null;

  /** One batch at a time: what arrives meanwhile forms the next. Never rejects. */
  async function applyAll(): Promise<void> {
    while (waiting.length > 0) await applyBatch(deps, waiting.splice(0, MAX_APPLIED));
  }
  function applySoon(ids: readonly Id<'providerEvent'>[]): void {
    waiting.push(...ids);
    applying ??= applyAll().finally(() => {
      applying = null;
    });
  }

  const store = createBatchedWrite<readonly NewEvent[], void>({
    // Repeats that arrive together would want the same row.
    keyOf: (events) => `${events[0]?.provider}:${events[0]?.key}`,
    runBatch: async (batch) => {
      const events = batch.flat();
      const ids = await insertEvents(db, events, clock.now());
      if (ids.length < events.length) await notifyContradictions(db, events);
      applySoon(ids);
      return batch.map(() => ({ done: undefined }));
    },
    // Stored twice is stored once.
    hadNoEffect: () => true,
    maxBatches: 2,
    maxCommands: MAX_STORED,
  });

  return {
    receive: async (provider, events, source) => {
      if (events.length > 0) await store(events.map((event) => ({ ...event, provider, source })));
    },
    applyWaiting: async () => {
      let last: Id<'providerEvent'> | null = null;
      for (;;) {
        const ids: Id<'providerEvent'>[] = await listWaitingIds(db, last, MAX_APPLIED);
        if (ids.length === 0) return;
        await applyBatch(deps, ids);
        await resolveApplied(db, ids);
        last = ids.at(-1) ?? null;
      }
    },
    settled: async () => {
      while (applying !== null) await applying;
    },
  };
}

async function applyBatch(deps: InboxDeps, ids: readonly Id<'providerEvent'>[]): Promise<void> {
  try {
    const { notify } = await transaction(deps.db, (tx) => applyEvents(tx, deps, ids));
    notify();
  } catch (error) {
    // One that cannot be applied must not keep the others from it.
    if (ids.length > 1) {
      for (const id of ids) await applyBatch(deps, [id]);
      return;
    }
    const [id] = ids as [Id<'providerEvent'>];
    deps.logger.error({ err: error, eventId: id }, 'An event of a provider could not be applied');
    await raiseAlert(deps.db, eventNotApplied(id, (error as Error).message)).catch(() => undefined);
  }
}

/** What waits for the job has failed before, or was left by a crash: these are few. */
async function resolveApplied(db: Db, ids: readonly Id<'providerEvent'>[]): Promise<void> {
  const stillWaiting = new Set(await findWaitingOf(db, ids));
  for (const id of ids) if (!stillWaiting.has(id)) await resolveAlert(db, notAppliedCause(id));
}

async function notifyContradictions(db: Db, events: readonly NewEvent[]): Promise<void> {
  for (const contradicted of await findContradicted(db, events)) await raiseAlert(db, eventContradicted(contradicted));
}
