export { rafflesInvariants } from './admin.invariants.ts';
export { cancelSilent } from './cancel-raffle.ts';
export { createRaffle } from './create-raffle.ts';
export { rafflesAdminRoutes } from './raffles.admin-routes.ts';
