import type { AnswerOf } from '../../../data/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

export type ListedBattle = AnswerOf<'GET /admin/battles'>['data'][number];

export const STATUS_TONES: Readonly<Record<ListedBattle['status'], Tone>> = {
  WAITING: 'amber',
  IN_PROGRESS: 'accent',
  COMPLETED: 'plain',
  CANCELLED: 'red',
};
