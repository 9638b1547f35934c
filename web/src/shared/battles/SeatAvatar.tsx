import { Avatar } from '../parts/Avatar.tsx';
import { type BattleSummary, seatNameOf } from './battle.ts';

/** Bots have pictures of their own and say that they are bots. */
export const SeatAvatar = ({ seat, size }: { seat: BattleSummary['seats'][number]; size: number }) => (
  <Avatar
    name={seatNameOf(seat)}
    url={seat.user?.avatarUrl ?? seat.botAvatarUrl ?? null}
    size={size}
    isBot={seat.isBot}
  />
);
