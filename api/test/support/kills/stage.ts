import { insertHeld, insertItem } from '../../../src/modules/assets/inventory/test-support.ts';
import { createCase } from '../../../src/modules/games/cases/openings/test-support.ts';
import type { EventDetail } from '../../../src/modules/games/events/events.records.ts';
import { startEvent, tableOf, tierAt } from '../../../src/modules/games/events/test-support.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { createAdmin, createPlayer, type Person } from '../people.ts';
import type { FlowKind } from './run-flow.ts';
import type { UserFlow } from './user-flows.ts';
import type { changeBetween } from './user-state.ts';

const BALANCE_CENTS = 10_000;
export const ITEM_CENTS = 1_000;
const TARGET_CENTS = 5_000;

/** All players find a case, a target for upgrades, and an event in which a wagered cent is a point and a ticket. */
export interface Stage {
  db: Db;
  caseId: Id<'case'>;
  adminId: Id<'user'>;
  itemId: Id<'item'>;
  targetItemId: Id<'item'>;
  event: EventDetail;
}

export async function setStage(db: Db): Promise<Stage> {
  const { id: caseId } = await createCase(db, { priceCents: 150 });
  const { userId: adminId } = await createAdmin(db);
  const itemId = await insertItem(db, { valueCents: ITEM_CENTS });
  const targetItemId = await insertItem(db, { valueCents: TARGET_CENTS });
  const tiers = [
    tierAt(100, { type: 'BALANCE', balanceCents: 700n }),
    tierAt(200, { type: 'TICKETS', tickets: 50n }),
    tierAt(300, { type: 'ITEM', item: itemId }),
  ];
  const prizeId = await insertItem(db, { valueCents: 5 });
  const event = await startEvent({ db }, { tiers, shoots: [tableOf(250, [[prizeId, 10_000_000]])] });
  return { db, caseId, adminId, itemId, targetItemId, event };
}

export interface Player {
  person: Person;
  userId: Id<'user'>;
  /** Three available ones. */
  ids: Id<'inventoryItem'>[];
}

export async function createMoneyPlayer({ db, itemId }: Stage): Promise<Player> {
  const person = await createPlayer(db, BALANCE_CENTS);
  const { userId } = person;
  return { person, userId, ids: await insertHeld(db, userId, itemId, { count: 3 }) };
}

type Change = ReturnType<typeof changeBetween>;

/** These stay the same unless a trial says otherwise. */
export const NO_CHANGE: Change = {
  balanceCents: 0,
  transfers: [],
  items: ['AVAILABLE', 'AVAILABLE', 'AVAILABLE'],
  openings: [],
  upgrades: [],
  stakedItems: 0,
  progress: [],
  shots: [],
  claims: [],
  battles: [],
  raffles: [],
  holds: [],
  payouts: [],
  swaps: [],
  audit: [],
  keys: [],
};

/** A flow that moves money or items, with what it changes when it is done. */
interface Trial<Flow> {
  title: string;
  flow(stage: Stage, player: Player): Promise<Flow> | Flow;
  change: Partial<Change>;
}

export interface Trials<Flow extends UserFlow = UserFlow> {
  kind: FlowKind;
  runFlow(db: Db, flow: Flow): Promise<unknown>;
  trials: readonly Trial<Flow>[];
}
