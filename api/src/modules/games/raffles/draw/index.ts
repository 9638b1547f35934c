export { COUNT_STAKES, countStakes } from './count-stakes.ts';
export { raffleDrawn } from './draw.events.ts';
export { drawInvariants } from './draw.invariants.ts';
export { drawAdminRoutes } from './draw.routes.ts';
export { type DrawDeps, drawUndrawn } from './draw-raffle.ts';
export { isRoundThere } from './prepare-draw.ts';
