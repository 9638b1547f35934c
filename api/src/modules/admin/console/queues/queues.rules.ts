import { QUEUES, type Queue, type QueueCount } from './queues.types.ts';

/** Every queue, also the empty ones, with its counts by status. */
export function queuesOf(counts: readonly QueueCount[]): Queue[] {
  return QUEUES.map((name) => {
    const own = counts.filter(({ queue }) => queue === name);
    const oldest = own.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? []);
    return {
      name,
      waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
      statuses: own.map(({ status, count }) => ({ status, count })),
    };
  });
}
