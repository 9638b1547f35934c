export {
  type ChargeTerms,
  chargeWagers,
  type PaidWager,
  type UnpaidWager,
  type WagerCharge,
} from './charge-wagers.ts';
export { creditWinnings, type GameCredit, type ReturnedWager, returnWagers } from './return-wagers.ts';
export { expectStakes } from './wagers.counts.ts';
