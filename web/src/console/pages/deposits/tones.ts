import type { AdminDeposit } from '../../../data/generated/api.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';

export const TONES: Readonly<Record<AdminDeposit['status'], Tone>> = {
  PENDING: 'amber',
  CONFIRMED: 'accent',
  REJECTED: 'red',
  EXPIRED: 'plain',
};

/** Tells whether a payment of it waits for an administrator. */
export const needsDecision = ({ payments }: AdminDeposit): boolean =>
  payments.some(({ status }) => status === 'WAITING');
