import type { ItemWithdrawal } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

/** Amber waits and green has arrived; a failure is no alarm, because the item is back. */
export function toneOf(status: ItemWithdrawal['status']): Tone {
  if (status === 'COMPLETED') return 'accent';
  if (status === 'FAILED' || status === 'CANCELLED') return 'red';
  return status === 'TRADE_SENT' ? 'blue' : 'amber';
}
