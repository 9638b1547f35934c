import { PlayerLink } from '../parts/PlayerLink.tsx';
import { type BattleSummary, seatNameOf } from './battle.ts';

/** The name of a person leads to their public page. */
export function SeatName({ seat }: { seat: Pick<BattleSummary['seats'][number], 'user' | 'botName'> }) {
  const name = seatNameOf(seat);
  return seat.user === null ? name : <PlayerLink id={seat.user.id}>{name}</PlayerLink>;
}
