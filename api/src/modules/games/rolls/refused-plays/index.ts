export { recordRefusals, refusable } from './record-refusals.ts';
export { refusedPlaysInvariants } from './refused-plays.invariants.ts';
export { REFUSALS, seedOfUserAt } from './refused-plays.log.ts';
export { refusedPlaysPersonalData } from './refused-plays.personal-data.ts';
export { refusedPlaysRoutes } from './refused-plays.routes.ts';
export type { RefusedRolls } from './refused-plays.sql.ts';
