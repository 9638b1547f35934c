import type { Cents } from '../../../../platform/money.ts';
import type { Rarity } from '../../../assets/items/index.ts';
import type { Withdrawal } from '../withdrawals.types.ts';

/** A withdrawal as its owner sees it, with the item at its value of now. */
export interface ListedWithdrawal extends Withdrawal {
  itemImage: string;
  itemRarity: Rarity;
  itemValueCents: Cents;
  /** When a person decided on it, where one had to. */
  decidedAt: Date | null;
  boughtAt: Date | null;
  tradeSentAt: Date | null;
}
