// What the server, the browser and the command line share. Nothing here needs Node: no import of it is reachable.
export { HASH_MAX, HASH_MIN, HASH_PREFIX_LENGTH, MAX_SAFE } from './constants.ts';
export { hmacSha256Hex } from './hash/hmac-sha256.ts';
export { type HashInput, sha256Hex } from './hash/sha256.ts';
export {
  BATTLE_MODES,
  type BattleMode,
  type BattleResults,
  type BattleSide,
  type BattleStanding,
  battleRoundDrops,
  battleSides,
  battleStanding,
  breakTie,
  type SeatDrop,
  splitEvenly,
  type TieBreak,
} from './outcomes/battle.ts';
export { flipItems, isFlip, isFlipThresholdSound, pickFlipItem } from './outcomes/flip.ts';
export {
  type GivenItems,
  type ItemFault,
  type ItemRange,
  planRanges,
  type WeightedItem,
} from './outcomes/given-items.ts';
export {
  drawRaffle,
  type RaffleDraw,
  type RafflePrize,
  type RaffleTicket,
  raffleClientSeed,
  ticketListText,
} from './outcomes/raffle.ts';
export { rangesByWeight } from './outcomes/range-shares.ts';
export {
  describeRangeFault,
  type HashRange,
  pickItem,
  type RangeFault,
  rangeFaults,
  widthOf,
} from './outcomes/ranges.ts';
export {
  CHANCE_UNITS_MAX,
  CHANCE_UNITS_PER_PERCENT,
  DEFAULT_UPGRADE_EDGE_UNITS,
  DEFAULT_UPGRADE_MAX_UNITS,
  isUpgradeWon,
  type UpgradeStake,
  upgradeChanceUnits,
  upgradeThreshold,
} from './outcomes/upgrade.ts';
export { chanceOfPercent, percentOfChance, percentOfRolls, rollsOfPercent } from './percent.ts';
export {
  type BoundedRollInput,
  type HashStep,
  type RollInput,
  type RollSteps,
  rollOf,
  rollSteps,
  verifyRoll,
} from './roll.ts';
export { isCommittableSeed, seedHash, verifySeed } from './seed.ts';
export {
  compared,
  onTheWay,
  type RecordedRoll,
  rangeSteps,
  type Verification,
  type VerificationStep,
  verificationOf,
} from './verification.ts';
