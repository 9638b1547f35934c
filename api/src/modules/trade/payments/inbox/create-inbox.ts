import { strict as assert } from 'node:assert';
import { createBatchedWrite } from '../../../../platform/batches/batched-writes.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { type Db, type Tx, transaction } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { Measure } from '../../../../platform/observability/metrics.ts';
import { raiseAlert, resolveAlert } from '../../../people/alerts/index.ts';
import {
  type AppliedEvents,
  type EventHandler,
  type EventSource,
  eventContradicted,
  eventNotApplied,
  eventNotTaken,
  notAppliedCause,
  type ProviderEvent,
  type StoredEvent,
} from './inbox.records.ts';
import {
  countWaiting,
  findContradicted,
  findWaitingOf,
  insertEvents,
  listWaitingIds,
  lockWaitingEvents,
  type NewEvent,
  writeOutcomes,
} from './inbox.sql.ts';

interface ApplyDeps {
  clock: Clock;
  handlers: Readonly<Record<string, EventHandler>>;
}

/** One transaction applies an event and records that, so no event is applied twice. */
export async function applyEvents(
  tx: Tx,
  { clock, handlers }: ApplyDeps,
  ids: readonly Id<'providerEvent'>[],
): Promise<{ notify(): void }> {
  const events = await lockWaitingEvents(tx, ids);
  const notifications: (() => void)[] = [];
  const written: { id: Id<'providerEvent'>; outcome: string }[] = [];
  for (const [handle, taken] of byHandler(handlers, events)) {
    const { outcomes, notify } = await handle(tx, taken);
    assert(outcomes.length === taken.length, 'every event has an outcome');
    notifications.push(notify);
    written.push(...taken.map(({ id }, index) => ({ id, outcome: outcomes[index] as string })));
  }
  if (written.length > 0) await writeOutcomes(tx, written, clock.now());
  return {
    notify: () => {
      for (const notify of notifications) notify();
    },
  };
}

/** Unhandled events come last, because their alerts may wait for others. */
function byHandler(handlers: ApplyDeps['handlers'], events: readonly StoredEvent[]): [EventHandler, StoredEvent[]][] {
  const groups = [...Map.groupBy(events, ({ kind }) => handlers[kind] ?? takenByNobody)];
  return groups.sort(([one], [other]) => Number(one === takenByNobody) - Number(other === takenByNobody));
}

async function takenByNobody(tx: Tx, events: readonly StoredEvent[]): Promise<AppliedEvents> {
  for (const event of events) await raiseAlert(tx, eventNotTaken(event));
  return { outcomes: events.map(() => 'NOT_TAKEN'), notify: () => undefined };
}

interface InboxDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  handlers: Readonly<Record<string, EventHandler>>;
}

/** Storing does not wait for applying, and the job applies what a crash left. */
export interface Inbox {
  /** Applying begins at once but is not awaited. */
  receive(provider: string, events: readonly ProviderEvent[], source: EventSource): Promise<void>;
  applyWaiting(): Promise<void>;
  settled(): Promise<void>;
}

const MAX_APPLIED = 200;
const MAX_STORED = 500;

export function createInbox(deps: InboxDeps): Inbox {
  const { db, clock } = deps;
  const waiting: Id<'providerEvent'>[] = [];
  let applying: Promise<void> | null = null;

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
    // Storing an event twice changes nothing.
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
    // One failing event must not block the others.
    if (ids.length > 1) {
      for (const id of ids) await applyBatch(deps, [id]);
      return;
    }
    const [id] = ids as [Id<'providerEvent'>];
    deps.logger.error({ err: error, eventId: id }, 'An event of a provider could not be applied');
    await raiseAlert(deps.db, eventNotApplied(id, (error as Error).message)).catch(() => undefined);
  }
}

async function resolveApplied(db: Db, ids: readonly Id<'providerEvent'>[]): Promise<void> {
  const stillWaiting = new Set(await findWaitingOf(db, ids));
  for (const id of ids) if (!stillWaiting.has(id)) await resolveAlert(db, notAppliedCause(id));
}

async function notifyContradictions(db: Db, events: readonly NewEvent[]): Promise<void> {
  for (const contradicted of await findContradicted(db, events)) await raiseAlert(db, eventContradicted(contradicted));
}

export const inboxMeasures = (db: Db): Measure[] => [
  {
    name: 'lisura_provider_events_waiting',
    help: 'What providers have said that is stored and not applied, by provider',
    labels: ['provider'],
    read: async () => (await countWaiting(db)).map(({ provider, count }) => ({ labels: { provider }, value: count })),
  },
];
