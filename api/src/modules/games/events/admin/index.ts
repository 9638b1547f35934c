export { eventsInvariants } from './admin.invariants.ts';
export { createEvent } from './create-event.ts';
export { eventsAdminRoutes } from './events.admin-routes.ts';
export { publishEvent } from './publish-event.ts';
