export { commitmentsInvariants } from './commitments.invariants.ts';
export { commitmentsPersonalData } from './commitments.personal-data.ts';
export { commitmentsPlayerRoutes } from './commitments.routes.ts';
export { findCommittedHash, skipNonces } from './commitments.sql.ts';
export { commitAhead, randomSeeds, type SeedDeps, takeSeeds } from './commitments.ts';
export { committedSeeds } from './seal-commitments.ts';
export { createSeedSeal } from './sealed-seeds.ts';
