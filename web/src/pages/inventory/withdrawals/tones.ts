import type { ItemWithdrawal } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

/** Amber waits, green has arrived, and what failed is no alarm: the item is back. */
export function toneOf(status: ItemWithdrawal['status']): Tone {
  if (status === 'COMPLETED') return 'accent';
  if (status === 'FAILED' || status === 'CANCELLED') return 'red';
  return status === 'TRADE_SENT' ? 'blue' : 'amber';
}
