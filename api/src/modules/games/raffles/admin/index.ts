export { rafflesInvariants } from './admin.invariants.ts';
export { cancelSilent, type SilentDeps } from './cancel-raffle.ts';
export { createRaffle } from './create-raffle.ts';
export { rafflesAdminRoutes } from './raffles.admin-routes.ts';
