import type { Battle } from '../../../shared/battles/battle.ts';
import { speedOf } from '../../../shared/battles/show.ts';
import type { ShownItem } from '../../../shared/items/rarity.ts';
import type { SeatRoll } from './standing.ts';

const STOPS = { normal: 30, fast: 14 } as const;
/** Behind the stop, so that the reel does not end in sight. */
const TAIL = 3;
const ROLLS = 10_000_000;

export interface SeatReel {
  items: readonly ShownItem[];
  stopAt: number;
  nudge: number;
}

/** Passing items come as often as their chances; the reel stops at the drawn item. */
export function reelOf(battle: Battle, round: number, seat: number, roll: SeatRoll | null): SeatReel {
  const stopAt = STOPS[speedOf(battle.cases.length)];
  const played = battle.cases.find((each) => each.round === round);
  const version = battle.versions.find(
    ({ caseId, versionNumber }) => caseId === played?.caseId && versionNumber === played.versionNumber,
  );
  const contents = version?.items ?? [];
  const next = decorativeNumbers(Number(battle.id) * 97 + round * 13 + seat);
  const items = Array.from({ length: stopAt + 1 + TAIL }, (_, place): ShownItem => {
    if (place === stopAt && roll !== null) {
      return { name: roll.itemName, imageUrl: roll.imageUrl, rarityColor: roll.rarityColor };
    }
    const at = 1 + Math.floor(next() * ROLLS);
    const item = contents.find(({ hashRangeEnd }) => at <= hashRangeEnd) ?? contents.at(-1);
    return { name: item?.name ?? '', imageUrl: item?.imageUrl ?? '', rarityColor: item?.rarityColor ?? '#9ca8bc' };
  });
  return { items, stopAt, nudge: roll === null ? 0 : ((roll.roll % 61) - 30) / 100 };
}

/** All viewers see the same. It decides nothing: the battle has the drawn items. */
function decorativeNumbers(start: number): () => number {
  let state = start % 2_147_483_647 || 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
