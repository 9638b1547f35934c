export { earnFromWagers } from './earn-from-wagers.ts';
export { passInvariants } from './pass.invariants.ts';
export { passPlayerRoutes, passPublicRoutes } from './pass.routes.ts';
export { passFollows } from './person-facts.ts';
export { findStanding, hasPlayers, spendTickets } from './progress.sql.ts';
