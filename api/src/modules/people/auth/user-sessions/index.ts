export { userSessionsAdminRoutes } from './user-sessions.admin-routes.ts';
