import type { Cents } from '../../../../platform/money.ts';

export const DEPOSIT_HINDRANCES = ['UNAVAILABLE', 'EXCLUDED', 'AGE_NOT_CONFIRMED', 'OPEN_CHARGES', 'LIMIT'] as const;
export type DepositHindrance = (typeof DEPOSIT_HINDRANCES)[number];

export const WITHDRAWAL_HINDRANCES = ['SUSPENDED', 'SECOND_FACTOR', 'DAILY_LIMIT', 'BALANCE'] as const;
export type WithdrawalHindrance = (typeof WITHDRAWAL_HINDRANCES)[number];

export interface DepositAllowance {
  /** 0 where none may be begun. */
  mostCents: Cents;
  /** Of the user's own limits, the least that is left; null: none is set. */
  leftCents: Cents | null;
  openCharges: number;
  openCents: Cents;
  hindrance: DepositHindrance | null;
}

export interface WithdrawalAllowance {
  /** 0 where none may be asked for. */
  mostCents: Cents;
  askedTodayCents: Cents;
  leftTodayCents: Cents;
  hindrance: WithdrawalHindrance | null;
}
