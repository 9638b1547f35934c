import type { Tx } from '../../../../platform/database/db.ts';
import { giveWinnings, type StakeDeps } from '../../rolls/index.ts';
import { BATTLE_SOURCE, type Battle, type ChangedBattle } from '../battles.types.ts';
import { battleGame } from './battles.game.ts';
import { endedBattle, shownDropsOf, wonDrops } from './ended-battle.rules.ts';
import { endBattle, insertRolls, insertShownDrops } from './rounds.sql.ts';
import type { Drop, Ending, SeatOutcome, WonDrop } from './rounds.types.ts';

/** Gives what was won, and writes how it was. What a bot wins stays with the house: it is written, and nothing moves. */
export async function settleBattle(
  deps: StakeDeps,
  tx: Tx,
  ending: Ending,
  drops: readonly Drop[],
): Promise<ChangedBattle> {
  const { battle, outcome } = ending;
  const won = wonDrops(battle, drops, outcome);
  const [balances, , dropIds, endedAt] = await Promise.all([
    giveWinnings(
      deps,
      tx,
      battleGame,
      outcome.seats.flatMap((seat) => winningsOf(battle, seat, won)),
    ),
    insertRolls(tx, battle.id, won),
    insertShownDrops(tx, shownDropsOf(battle, won)),
    endBattle(tx, ending),
  ]);
  return { battle: endedBattle(ending, won, endedAt), balances, dropIds };
}

/** Of a person: the drops of the seats that were won, or a part of a shared pot. */
function winningsOf(battle: Battle, { seat: ended, paidCents, wonCents }: SeatOutcome, won: readonly WonDrop[]) {
  const userId = battle.seats.find(({ seat }) => seat === ended)?.userId ?? null;
  if (userId === null) return [];
  const items = won.filter(({ wonBySeat }) => wonBySeat === ended).flatMap((drop) => itemOf(battle, drop));
  const share = {
    amountCents: paidCents,
    reason: `Batalha ${battle.id}: parte do prêmio`,
    reference: { type: BATTLE_SOURCE, id: battle.id },
  };
  const payments = paidCents > 0n ? [{ payment: share }] : [];
  return [{ userId, wonCents, prizes: [...items.map((item) => ({ item })), ...payments] }];
}

function itemOf({ id: battleId, cases }: Battle, drop: WonDrop) {
  const { inventoryItemId: id, winnerId: userId, itemId, seat, round } = drop;
  if (id === null || userId === null) return [];
  const source = { type: BATTLE_SOURCE, id: battleId, index: (seat - 1) * cases.length + round - 1 };
  return [{ id, userId, itemId, acquiredFrom: 'Batalha', source }];
}
