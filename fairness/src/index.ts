// Server, browser and command line share this. Nothing here reaches Node.
export {
  type BeaconChain,
  type BeaconTimes,
  type CheckSignature,
  decidingRound,
  publishedAt,
  QUICKNET,
  type SignedRound,
} from './beacon/chain.ts';
export { CLIENT_SEED_SOURCES, type ClientSeedSource } from './client-seed.ts';
export { HASH_MAX, HASH_MIN, HASH_PREFIX_LENGTH, MAX_SAFE } from './constants.ts';
export { hmacSha256Hex } from './hash/hmac-sha256.ts';
export { type HashInput, sha256Hex } from './hash/sha256.ts';
export { type AskLog, findEvidence, type KnownLog } from './log/evidence.ts';
export { headText, type LogHead, logHeadFrom } from './log/head.ts';
export {
  type Leaf,
  type LeafKind,
  leafOf,
  leavesOf,
  RESULT_KINDS,
  type ResultKind,
  TERMS_KINDS,
  type TermsKind,
  termsLeavesOf,
} from './log/leaves.ts';
export {
  EMPTY_ROOT,
  growingTree,
  type Inclusion,
  isExtended,
  isIncluded,
  leafHash,
  nodeHash,
  type Tree,
} from './log/merkle.ts';
export { isHeadSigned } from './log/signature.ts';
export {
  BATTLE_MODES,
  type BattleDrop,
  type BattleDrops,
  type BattleMode,
  type BattleStanding,
  breakTie,
  decideBattle,
  prizesOf,
  type SeatPrize,
  TIE_NONCE,
  type TieBreak,
  teamOf,
  tieClientSeed,
} from './outcomes/battle.ts';
export { derivedBattleSeed, type FixedSeat } from './outcomes/battle-seed.ts';
export { flipItems, isFlip, isFlipThresholdSound, pickFlipItem } from './outcomes/flip.ts';
export {
  type GivenItems,
  type ItemFault,
  type ItemRange,
  planRanges,
  type WeightedItem,
} from './outcomes/given-items.ts';
export { drawRaffle, prizeNonce, type RaffleDraw, type RafflePrize } from './outcomes/raffle.ts';
export { rangesByWeight } from './outcomes/range-shares.ts';
export {
  describeRangeFault,
  type HashRange,
  pickItem,
  type RangeFault,
  rangeFaults,
  widthOf,
} from './outcomes/ranges.ts';
export { raffleClientSeed, type TicketRange, ticketListText } from './outcomes/ticket-list.ts';
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
export { verifyBattle } from './plays/battle.ts';
export {
  type BattleRoll,
  type BattleTerms,
  battleFrom,
  type PlayedBattle,
  savedBattleFrom,
} from './plays/battle-answer.ts';
export { type BeaconTrust, UNTRUSTED } from './plays/beacon.ts';
export { verifyCommand } from './plays/command.ts';
export type { LogEvidence, LoggedLeaf } from './plays/fixed-before.ts';
export { chainInfoFrom } from './plays/game-answer.ts';
export { type NoteName, noteNameOf } from './plays/note-names.ts';
export { openingFrom, type PlayedOpening, type PlayedVersion, verifyOpening, versionFrom } from './plays/opening.ts';
export { type GameVerification, gameVerification, type Verdict, type VerifiedPart } from './plays/parts.ts';
export { verifyRaffle } from './plays/raffle.ts';
export { type DrawnRaffle, type RaffleTerms, raffleFrom, savedRaffleFrom, ticketsFrom } from './plays/raffle-answer.ts';
export { readJson, UnreadableJson } from './plays/read-json.ts';
export {
  excessOf,
  type Luck,
  luckOfTable,
  luckOfUpgrade,
  type RefusedPlay,
  refusalFrom,
  type ValuedRange,
} from './plays/refusal.ts';
export { eventFrom, type PlayedEvent, type PlayedShot, shotFrom, shotTable, verifyShot } from './plays/shot.ts';
export { publishedRoundFrom, type SilencedGame, silencedFrom, verifySilence } from './plays/silence.ts';
export { type PlayedUpgrade, upgradeFrom, upgradeSteps, verifyUpgrade } from './plays/upgrade.ts';
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
  type RangedItem,
  type RecordedRoll,
  type Verification,
  type VerificationStep,
  verificationOf,
} from './verification.ts';
