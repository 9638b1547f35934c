export { trailAdminRoutes } from './trail.routes.ts';
export { createRangeVerifier } from './verify-range.ts';
