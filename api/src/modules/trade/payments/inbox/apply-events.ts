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
): Promise<{ tell(): void }> {
  const events = await lockWaitingEvents(tx, ids);
  const tells: (() => void)[] = [];
  const written: { id: Id<'providerEvent'>; outcome: string }[] = [];
  for (const [kind, ofKind] of inOrderOf(handlers, events)) {
    const { outcomes, tell } = await (handlers[kind] ?? takenByNobody)(tx, ofKind);
    assert(outcomes.length === ofKind.length, 'every event has an outcome');
    tells.push(tell);
    written.push(...ofKind.map(({ id }, index) => ({ id, outcome: outcomes[index] as string })));
  }
  if (written.length > 0) await writeOutcomes(tx, written, clock.now());
  return {
    tell: () => {
      for (const tell of tells) tell();
    },
  };
}

/** By kind, as their handlers stand: what the first have made of theirs the next find. */
function inOrderOf(handlers: ApplyDeps['handlers'], events: readonly StoredEvent[]): [string, StoredEvent[]][] {
  const order = Object.keys(handlers);
  return [...Map.groupBy(events, (event) => event.kind)].sort(
    ([one], [other]) => order.indexOf(one) - order.indexOf(other),
  );
}

async function takenByNobody(tx: Tx, events: readonly StoredEvent[]): Promise<AppliedEvents> {
  for (const event of events) await raiseAlert(tx, eventNotTaken(event));
  return { outcomes: events.map(() => 'NOT_TAKEN'), tell: () => undefined };
}
