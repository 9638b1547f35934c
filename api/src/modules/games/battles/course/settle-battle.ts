import type { Tx } from '../../../../platform/database/db.ts';
import { addItems } from '../../../assets/inventory/index.ts';
import { countWinnings } from '../../../assets/limits/index.ts';
import { postTransfers } from '../../../assets/wallet/index.ts';
import { BATTLE_SOURCE, type Battle, type ChangedBattle } from '../battles.types.ts';
import { endBattle, insertRolls, insertShownDrops } from './course.sql.ts';
import type { Drop, Ending, Outcome, WonDrop } from './course.types.ts';
import { endedBattle, shownDropsOf, wonDrops } from './ended-battle.rules.ts';

/** Gives what was won, and writes how it was. What a bot wins stays with the house: it is written, and nothing moves. */
export async function settleBattle(
  tx: Tx,
  battle: Battle,
  drops: readonly Drop[],
  { now, ...ending }: Ending & { now: Date },
): Promise<ChangedBattle> {
  const { outcome } = ending;
  const won = wonDrops(battle, drops, outcome);
  const [{ balances }, , , dropIds, endedAt] = await Promise.all([
    postTransfers(tx, sharesOf(battle, outcome)),
    addItems(
      tx,
      won.flatMap((drop) => itemOf(battle, drop)),
    ),
    insertRolls(tx, battle.id, won),
    insertShownDrops(tx, battle.id, shownDropsOf(battle, won)),
    endBattle(tx, battle.id, ending),
    countWinnings(tx, winningsOf(battle, outcome), now),
  ]);
  return { battle: endedBattle(battle, won, { ...ending, endedAt }), balances, dropIds };
}

/** The seats of people, with what became of them. */
const peopleOf = ({ seats }: Battle, outcome: Outcome) =>
  outcome.seats.flatMap((ended) => {
    const userId = seats.find(({ seat }) => seat === ended.seat)?.userId ?? null;
    return userId === null ? [] : [{ ...ended, userId }];
  });

const winningsOf = (battle: Battle, outcome: Outcome) =>
  peopleOf(battle, outcome).map(({ userId, wonCents }) => ({ userId, wonCents }));

function itemOf({ id: battleId, cases }: Battle, drop: WonDrop) {
  const { inventoryItemId: id, winnerId: userId, itemId, seat, round } = drop;
  if (id === null || userId === null) return [];
  const source = { type: BATTLE_SOURCE, id: battleId, index: (seat - 1) * cases.length + round - 1 };
  return [{ id, userId, itemId, acquiredFrom: 'Batalha', source }];
}

/** Of a shared pot. */
const sharesOf = (battle: Battle, outcome: Outcome) =>
  peopleOf(battle, outcome)
    .filter(({ paidCents }) => paidCents > 0n)
    .map(({ userId, paidCents: amountCents }) => ({
      ...{ userId, direction: 'CREDIT' as const, amountCents, type: 'BATTLE_WIN' as const },
      ...{ reason: `Battle ${battle.id}: share of the pot`, reference: { type: BATTLE_SOURCE, id: battle.id } },
    }));
