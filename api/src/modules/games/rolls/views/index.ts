export { ClientSeedText, givenSeed } from './client-seed.schemas.ts';
export { exampleGivenItems, givenItemList, Normalize, readGivenItems } from './given-items.schemas.ts';
export { LogLeafAtTheEnd, LogLeafView, logLeafOf } from './log-leaf.schemas.ts';
export {
  ChancePercent,
  examplePrizeItem,
  hashRangeFields,
  PrizeItem,
  prizeItemView,
  wonItemView,
} from './prizes.schemas.ts';
export {
  exampleRoll,
  exampleStoredRoll,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
} from './roll.schemas.ts';
export { exampleVerifiedRoll, VerifiedRoll, verifiedRollView } from './verification.schemas.ts';
