export { type OwnDaysDeps, ownDaysPlayerRoutes } from './own-days.routes.ts';
