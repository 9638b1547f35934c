import { useRateStanding } from '../../../data/rate-limits.ts';

/** Until when no case can be opened, because this minute's openings are used up; 0 where some are left. */
export function useWait(): number {
  const standing = useRateStanding('POST /cases/{id}/open');
  return standing !== null && standing.remaining === 0 ? standing.resetsAt : 0;
}
