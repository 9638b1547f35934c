export { createEvent } from './create-event.ts';
export { deskInvariants } from './desk.invariants.ts';
export { eventsAdminRoutes } from './events.admin-routes.ts';
export { publishEvent } from './publish-event.ts';
