export { broadcastsAdminRoutes } from './broadcasts.admin-routes.ts';
export { type BroadcastDeps, SEND_BROADCAST, sendBroadcast } from './send-broadcast.ts';
