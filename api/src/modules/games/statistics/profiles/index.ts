export { type ProfileDeps, profilePublicRoutes } from './profile.routes.ts';
