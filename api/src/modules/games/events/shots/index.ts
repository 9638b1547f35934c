export { shotCommitmentsInvariants } from './shot-commitments.invariants.ts';
export { shotsInvariants } from './shots.invariants.ts';
export { shotRolls } from './shots.plays.ts';
export { shotsPlayerRoutes } from './shots.routes.ts';
