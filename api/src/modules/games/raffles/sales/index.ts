export { closeSales, DRAW_RAFFLE, scheduleClose } from './close-sales.ts';
export { fixTicketList } from './fix-ticket-list.ts';
export { type BeaconDeps, nameRound } from './name-round.ts';
export { ticketsSoldEvent } from './sales.events.ts';
export { salesInvariants } from './sales.invariants.ts';
export { salesTasks } from './sales.jobs.ts';
export { salesPlayerRoutes, salesPublicRoutes } from './sales.routes.ts';
export { readTicketRanges } from './ticket-list.ts';
