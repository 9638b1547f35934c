export { battleDays } from './battle-days.ts';
export { battleGame } from './battles.game.ts';
export { type FinishDeps, finishBattle, finishOverdue, isRoundThere } from './finish-battle.ts';
export { roundsInvariants } from './rounds.invariants.ts';
export { playersOf, type RoundsDeps, startBattle } from './start-battle.ts';
