import type { Id } from '../../../../platform/ids.ts';
import type { Battle } from '../battles.types.ts';

/** Spirits of the Brazilian woods and waters. More than a battle has seats, so that none meets its like. */
const BOT_NAMES = ['Boitatá', 'Caipora', 'Cuca', 'Curupira', 'Iara', 'Mapinguari', 'Matinta', 'Saci'] as const;

/** A bot's first roll in a battle. */
export const BOT_NONCE = 1;

/** The seats that nobody has taken, the first of them first. */
export function freeSeats({ seatCount, seats }: Pick<Battle, 'seatCount' | 'seats'>): number[] {
  const taken = new Set(seats.map(({ seat }) => seat));
  return Array.from({ length: seatCount }, (_, index) => index + 1).filter((seat) => !taken.has(seat));
}

export const botName = (battleId: Id<'battle'>, seat: number): string =>
  BOT_NAMES[Number((BigInt(battleId) + BigInt(seat)) % BigInt(BOT_NAMES.length))] as string;

/** Whether somebody sits in the battle. */
export const sitsIn = ({ seats }: Pick<Battle, 'seats'>, userId: Id<'user'>): boolean =>
  seats.some((seat) => seat.userId === userId);

/** Whether so many more seats are the last. */
export const isFilledBy = ({ seats, seatCount }: Pick<Battle, 'seatCount' | 'seats'>, taken: number): boolean =>
  seats.length + taken === seatCount;
