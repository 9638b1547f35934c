import { unheardSettings } from '../../../../test/support/kills/unheard-settings.ts';
import { createPerson } from '../../../../test/support/people.ts';
import { type Clock, fixedClock } from '../../../platform/clock.ts';
import { afterCommit, type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger as logger } from '../../../platform/observability/logger.ts';
import { createOrders, type OrderAnswer, type OrderKind } from './index.ts';
import type { Wait } from './send-order.ts';

export type Answer = OrderAnswer<{ number: number }>;
export type Kind = OrderKind<{ wish: string }, { number: number }>;

export function createTestOrders(dbOf: () => Db) {
  const clock = fixedClock(new Date());
  const seen: string[] = [];
  const seenOf = (projectId: string) => seen.filter((each) => each.startsWith(`${projectId} `));

  const kindThat = (said: Partial<Kind>): Kind => ({
    kind: 'TEST',
    notFoundMs: 2 * MINUTE_MS,
    send: async () => ({ bought: { number: 7 } }),
    find: async () => null,
    recordOf: async () => ({ ownerId: (await createPerson(dbOf())).userId, amountCents: 100n }),
    bought: async (tx, { projectId }, { number }) => {
      seen.push(`${projectId} bought ${number}`);
      afterCommit(tx, () => void seen.push(`${projectId} told`));
    },
    refused: async (tx, { projectId }, reason) => {
      seen.push(`${projectId} refused: ${reason}`);
      afterCommit(tx, () => void seen.push(`${projectId} told`));
    },
    ...said,
  });

  /** A failed write is repeated only if the test passes `wait`. */
  function startProcess(said: Partial<Kind>, other: { db?: Db; clock?: Clock; wait?: Wait } = {}) {
    const wait = () => new Promise<never>(() => undefined);
    const orders = createOrders({ db: dbOf(), clock, wait, ...other, logger, settings: unheardSettings(dbOf()) });
    const { place, send } = orders.handle(kindThat(said));
    const { settleDue, endManually, stop } = orders;
    return {
      settleDue,
      send,
      endManually,
      stop,
      place: (projectId: string) => transaction(dbOf(), (tx) => place(tx, { projectId, ask: { wish: projectId } })),
    };
  }

  const statusOf = async (id: Id<'order'>) =>
    (await dbOf().query<{ status: string }>(sql`select status from orders where id = ${id}`))[0]?.status;
  const openAlerts = async (id: Id<'order'>) =>
    (
      await dbOf().query<{ kind: string }>(sql`
        select kind from alerts where key = ${id} and kind like 'ORDER%' and resolved_at is null order by kind`)
    ).map(({ kind }) => kind);
  const later = async (process: { settleDue(): Promise<void> }, minutes = 1) => {
    clock.advance(minutes * MINUTE_MS);
    await process.settleDue();
  };

  return { clock, seenOf, kindThat, startProcess, statusOf, openAlerts, later };
}
