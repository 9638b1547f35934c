import type { Tx } from '../../../../platform/database/db.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { payAndCount } from '../../../assets/limits/index.ts';
import { BATTLE_SOURCE, type Battle, type ChangedBattle } from '../battles.types.ts';
import { endBattle, insertRolls, insertShownDrops } from './course.sql.ts';
import type { Drop, Ending, Outcome, WonDrop } from './course.types.ts';
import { endedBattle, shownDropsOf, wonDrops } from './ended-battle.rules.ts';

/** Gives what was won, and writes how it was. What a bot wins stays with the house: it is written, and nothing moves. */
export async function settleBattle(tx: Tx, ending: Ending, drops: readonly Drop[], now: Date): Promise<ChangedBattle> {
  const { battle, outcome } = ending;
  const won = wonDrops(battle, drops, outcome);
  const [balances, , , dropIds, endedAt] = await Promise.all([
    payAndCount(tx, { credits: sharesOf(battle, outcome), counted: winningsOf(battle, outcome) }, now),
    addItems(
      tx,
      won.flatMap((drop) => itemOf(battle, drop)),
    ),
    insertRolls(tx, battle.id, won),
    insertShownDrops(tx, shownDropsOf(battle, won)),
    endBattle(tx, ending),
  ]);
  return { battle: endedBattle(ending, won, endedAt), balances, dropIds };
}

/** The seats of people, with what became of them. */
const peopleOf = ({ seats }: Battle, outcome: Outcome) =>
  outcome.seats.flatMap((ended) => {
    const userId = seats.find(({ seat }) => seat === ended.seat)?.userId ?? null;
    return userId === null ? [] : [{ ...ended, userId }];
  });

const winningsOf = (battle: Battle, outcome: Outcome) =>
  peopleOf(battle, outcome)
    .filter(({ wonCents }) => wonCents > 0n)
    .map(({ userId, wonCents }) => ({ userId, wonCents }));

/** Of a shared pot. */
const sharesOf = (battle: Battle, outcome: Outcome) =>
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
