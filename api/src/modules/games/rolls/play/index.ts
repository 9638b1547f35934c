export { playGame, playOne } from './play.ts';
export type { Cost, PlayDeps, Rules, ShowDrops, StakeDeps } from './play.types.ts';
export { rollAll } from './roll-all.ts';
export { giveWinnings, returnStakes, takeStakes } from './stakes.ts';
