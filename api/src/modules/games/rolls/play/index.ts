export { playGame, playOne } from './play.ts';
export type { Cost, Earn, PlayDeps, Rules, ShowDrops, Stake, StakeDeps } from './play.types.ts';
export { chooseSeed, rollAll } from './roll-all.ts';
export { giveWinnings, returnStakes, takeStakes } from './stakes.ts';
