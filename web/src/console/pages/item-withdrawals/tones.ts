import type { AdminItemWithdrawal } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

export const TONES: Readonly<Record<AdminItemWithdrawal['status'], Tone>> = {
  PENDING_APPROVAL: 'amber',
  PENDING: 'blue',
  WAITING_SELLER: 'blue',
  TRADE_SENT: 'blue',
  COMPLETED: 'accent',
  CANCELLED: 'plain',
  FAILED: 'red',
};
