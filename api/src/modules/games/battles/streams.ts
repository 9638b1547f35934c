import type { Id } from '../../../platform/ids.ts';
import { type Stream, userStream } from '../rolls/index.ts';

/** The one roll that breaks a tie. */
export const tieStream = (battleId: Id<'battle'>) => `battle:${battleId}` as Stream;

/** Of a bot in a seat, whether one comes or not: it counts from 1. */
export const botStream = (battleId: Id<'battle'>, seat: number) => `battle:${battleId}:bot:${seat}` as Stream;

/** People roll in their own stream; a bot has one for each battle and seat. */
export const seatStream = (battleId: Id<'battle'>, { seat, userId }: { seat: number; userId: Id<'user'> | null }) =>
  userId === null ? botStream(battleId, seat) : userStream(userId);
