export { creditWinnings } from '../post-transfers.ts';
export type { GameCredit } from '../wallet.types.ts';
export {
  chargeWagers,
  type PaidWager,
  type UnpaidWager,
  type WagerCharge,
} from './charge-wagers.ts';
export { uncountWagers } from './uncount-wagers.sql.ts';
export { expectStakes } from './wagers.counts.ts';
