export { type QueuesDeps, queuesAdminRoutes } from './queues.routes.ts';
export { QueuesView, queuesView } from './queues.schemas.ts';
export { readQueues } from './read-queues.ts';
