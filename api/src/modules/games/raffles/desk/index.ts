export { createRaffle } from './create-raffle.ts';
export { deskInvariants } from './desk.invariants.ts';
export { deskAdminRoutes } from './raffles.admin-routes.ts';
