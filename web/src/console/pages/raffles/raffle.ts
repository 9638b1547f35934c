import type { RaffleStatus } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

export const RAFFLE_TONES: Readonly<Record<RaffleStatus, Tone>> = {
  ACTIVE: 'accent',
  DRAWING: 'amber',
  COMPLETED: 'plain',
  CANCELLED: 'red',
};
