import { type Battle, seatNameOf } from '../../../shared/battles/battle.ts';
import type { ShownItem } from '../../../shared/items/rarity.ts';
import type { Seat } from '../arena/SeatPanel.tsx';
import { rollsOf } from '../arena/standing.ts';

export interface PotItem {
  key: string;
  item: ShownItem;
  seat: Seat;
}

/** Lists the items of these seats, or all drops where nobody took items; the most valuable first. */
export function itemsOf(battle: Battle, winners: readonly Seat[]): PotItem[] {
  const won = battle.result?.prizes.filter(({ seat }) => winners.some((winner) => winner.seat === seat)) ?? [];
  const drops = won.flatMap((prize) => prize.drops);
  const isTaken = (seat: number, round: number) =>
    drops.length === 0 || drops.some((drop) => drop.seat === seat && drop.round === round);
  return battle.seats
    .flatMap((seat) => rollsOf(battle, seat.seat).map((roll, index) => ({ seat, roll, round: index + 1 })))
    .filter(({ seat, round }) => isTaken(seat.seat, round))
    .toSorted((one, other) => Number(other.roll.valueCents) - Number(one.roll.valueCents))
    .map(({ seat, roll, round }) => ({
      key: `${seat.seat}:${round}`,
      seat,
      item: {
        name: roll.itemName,
        imageUrl: roll.imageUrl,
        rarityColor: roll.rarityColor,
        valueCentsBrl: roll.valueCents,
      },
    }));
}

export const winnersOf = (battle: Battle): Seat[] => battle.seats.filter(({ isWinner }) => isWinner === true);

export const namesOf = (seats: readonly Seat[]): string[] => seats.map(seatNameOf);

/** The order follows the mode: in Crazy the lowest total is the best. */
export function ranked(battle: Battle): Seat[] {
  const way = battle.mode === 'CRAZY' ? -1 : 1;
  const total = ({ totalCents }: Seat) => Number(totalCents ?? 0);
  return battle.seats.toSorted(
    (one, other) =>
      Number(other.isWinner === true) - Number(one.isWinner === true) || way * (total(other) - total(one)),
  );
}
