export { shotCommitmentsInvariants } from './shot-commitments.invariants.ts';
export { shotGame } from './shots.game.ts';
export { shotsInvariants } from './shots.invariants.ts';
export { shotsPlayerRoutes } from './shots.routes.ts';
