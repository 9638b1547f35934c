export { caseDays } from './case-days.ts';
export { dropDays } from './drop-days.ts';
export { createOpenCases } from './open-cases.ts';
export { caseGame } from './openings.game.ts';
export { openingsInvariants } from './openings.invariants.ts';
export { openingsPersonalData } from './openings.personal-data.ts';
export { openingsAdminRoutes, openingsPlayerRoutes } from './openings.routes.ts';
export { recentOpeningsPublicRoutes } from './recent-openings.routes.ts';
export { createReadOpenings } from './recent-popularity.ts';
