/**
 * What pages must know before they ask: minimums, maximums and edges of the product, by one name each. Pages read them
 * through `useConfig`, so that where they come from is said here alone.
 */
export interface ProductConfig {
  /** How many cases one press may open. */
  maxOpenings: number;
  /** Openings a minute. */
  openingsPerMinute: number;
  minDepositCents: string;
  maxDepositCents: string;
  minWithdrawalCents: string;
}

const DEFAULTS: ProductConfig = {
  maxOpenings: 100,
  openingsPerMinute: 5,
  minDepositCents: '500',
  maxDepositCents: '500000',
  minWithdrawalCents: '1000',
};

export const useConfig = (): ProductConfig => DEFAULTS;
