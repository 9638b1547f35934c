export { battleDays } from './battle-days.ts';
export { battleGame } from './battles.game.ts';
export { finishBattle, finishOverdue } from './finish-battle.ts';
export { roundsInvariants } from './rounds.invariants.ts';
export { playersOf, type RoundsDeps, startBattle } from './start-battle.ts';
