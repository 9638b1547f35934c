export { createIdentityProvider, type IdentityProvider } from './identity-provider.ts';
export { loginPublicRoutes } from './login.routes.ts';
