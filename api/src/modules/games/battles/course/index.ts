export { battleDays } from './battle-days.ts';
export { battleGame } from './battles.game.ts';
export { courseInvariants } from './course.invariants.ts';
export { finishBattle, finishOverdue } from './finish-battle.ts';
export { type CourseDeps, playersOf, startBattle } from './start-battle.ts';
