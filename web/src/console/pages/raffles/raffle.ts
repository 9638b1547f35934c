import type { RaffleStatus } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

/** Green sells, amber is about to be drawn, and what is over is plain. */
export const RAFFLE_TONES: Readonly<Record<RaffleStatus, Tone>> = {
  ACTIVE: 'accent',
  DRAWING: 'amber',
  COMPLETED: 'plain',
  CANCELLED: 'red',
};
