import type { MoneyWithdrawalStatus } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

export const TONES: Readonly<Record<MoneyWithdrawalStatus, Tone>> = {
  AWAITING_CONFIRMATION: 'plain',
  PENDING: 'amber',
  APPROVED: 'blue',
  COMPLETED: 'accent',
  REJECTED: 'red',
  EXPIRED: 'plain',
  CANCELLED: 'plain',
};
