export { type CaseCatalogue, createCaseCatalogue } from './case-catalogue.ts';
export { listVersionItems } from './case-versions.sql.ts';
export { createCaseWords } from './case-words.ts';
export { casesAdminRoutes } from './cases.admin-routes.ts';
export { casesPublicRoutes } from './cases.routes.ts';
export { findPlayableTerms } from './cases.sql.ts';
export { catalogueInvariants } from './catalogue.invariants.ts';
export { createCase } from './create-case.ts';
export { listPausedCases } from './list-paused-cases.ts';
