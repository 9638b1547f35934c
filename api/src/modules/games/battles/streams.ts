import type { Id } from '../../../platform/ids.ts';
import { type Stream, userStream } from '../rolls/index.ts';

/** The one roll that breaks a tie. */
export const tieStream = (battleId: Id<'battle'>) => `battle:${battleId}` as Stream;

/** People roll in their own stream; a bot has one for each battle and seat, which counts from 1. */
export const seatStream = (battleId: Id<'battle'>, { seat, userId }: { seat: number; userId: Id<'user'> | null }) =>
  userId === null ? (`battle:${battleId}:bot:${seat}` as Stream) : userStream(userId);
