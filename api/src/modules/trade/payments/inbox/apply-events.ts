import { strict as assert } from 'node:assert';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import { raiseAlert } from '../../../people/alerts/index.ts';
import { eventNotTaken } from './inbox.alerts.ts';
import { lockWaitingEvents, writeOutcomes } from './inbox.sql.ts';
import type { AppliedEvents, EventHandler, StoredEvent } from './inbox.types.ts';

interface ApplyDeps {
  clock: Clock;
  handlers: Readonly<Record<string, EventHandler>>;
}

/**
 * Those of `ids` that nobody has applied or is applying. What they change and that they have changed it are one
 * transaction: there is no moment at which an event could be applied again.
 */
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

/** What nobody takes comes last: it raises alerts, for which others may wait. */
function byHandler(handlers: ApplyDeps['handlers'], events: readonly StoredEvent[]): [EventHandler, StoredEvent[]][] {
  const groups = [...Map.groupBy(events, ({ kind }) => handlers[kind] ?? takenByNobody)];
  return groups.sort(([one], [other]) => Number(one === takenByNobody) - Number(other === takenByNobody));
}

async function takenByNobody(tx: Tx, events: readonly StoredEvent[]): Promise<AppliedEvents> {
  for (const event of events) await raiseAlert(tx, eventNotTaken(event));
  return { outcomes: events.map(() => 'NOT_TAKEN'), notify: () => undefined };
}
