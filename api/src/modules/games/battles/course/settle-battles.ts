import type { Tx } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { payAndCount } from '../../../assets/limits/index.ts';
import { BATTLE_SOURCE, type Balances, type Battle, type ChangedBattle } from '../battles.types.ts';
import { endBattles, insertRolls, insertShownDrops } from './course.sql.ts';
import type { Drop, Ending, Outcome, WonDrop } from './course.types.ts';
import { endedBattle, shownDropsOf, wonDrops } from './ended-battle.rules.ts';

/**
 * Gives what was won, and writes how it was. What a bot wins stays with the house: it is written, and nothing moves. For each
 * battle in its place what came of it.
 */
export async function settleBattles(
  tx: Tx,
  endings: readonly (Ending & { drops: readonly Drop[] })[],
  now: Date,
): Promise<ChangedBattle[]> {
  const ended = endings.map(({ drops, ...ending }) => ({
    ...ending,
    drops: wonDrops(ending.battle, drops, ending.outcome),
  }));
  const [balances, , , shown, endedAt] = await Promise.all([
    payAndCount(tx, { credits: ended.flatMap(sharesOf), counted: ended.flatMap(winningsOf) }, now),
    addItems(
      tx,
      ended.flatMap(({ battle, drops }) => drops.flatMap((drop) => itemOf(battle, drop))),
    ),
    insertRolls(tx, ended),
    insertShownDrops(
      tx,
      ended.flatMap(({ battle, drops }) => shownDropsOf(battle, drops)),
    ),
    endBattles(tx, ended),
  ]);
  return ended.map((each) => ({
    battle: endedBattle(each, endedAt.get(each.battle.id) as Date),
    balances: balancesIn(each.battle, balances),
    dropIds: shown.flatMap(({ battleId, id }) => (battleId === each.battle.id ? [id] : [])),
  }));
}

/** The seats of people, with what became of them. */
const peopleOf = ({ seats }: Battle, outcome: Outcome) =>
  outcome.seats.flatMap((ended) => {
    const userId = seats.find(({ seat }) => seat === ended.seat)?.userId ?? null;
    return userId === null ? [] : [{ ...ended, userId }];
  });

const winningsOf = ({ battle, outcome }: Ending) =>
  peopleOf(battle, outcome)
    .filter(({ wonCents }) => wonCents > 0n)
    .map(({ userId, wonCents }) => ({ userId, wonCents }));

/** Of a shared pot. */
const sharesOf = ({ battle, outcome }: Ending) =>
  peopleOf(battle, outcome)
    .filter(({ paidCents }) => paidCents > 0n)
    .map(({ userId, paidCents: amountCents }) => ({
      userId,
      amountCents,
      type: 'BATTLE_WIN',
      reason: `Batalha ${battle.id}: parte do prêmio`,
      reference: { type: BATTLE_SOURCE, id: battle.id },
    }));

function itemOf({ id: battleId, cases }: Battle, drop: WonDrop) {
  const { inventoryItemId: id, winnerId: userId, itemId, seat, round } = drop;
  if (id === null || userId === null) return [];
  const source = { type: BATTLE_SOURCE, id: battleId, index: (seat - 1) * cases.length + round - 1 };
  return [{ id, userId, itemId, acquiredFrom: 'Batalha', source }];
}

const balancesIn = ({ seats }: Battle, balances: Balances): Balances =>
  new Map(
    seats.flatMap(({ userId }): [Id<'user'>, Cents][] => {
      const balanceCents = userId === null ? undefined : balances.get(userId);
      return userId === null || balanceCents === undefined ? [] : [[userId, balanceCents]];
    }),
  );
