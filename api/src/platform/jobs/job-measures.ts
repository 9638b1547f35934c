import type { Db } from '../database/db.ts';
import { sql } from '../database/sql.ts';
import type { Measure } from '../observability/metrics.ts';

interface JobCount {
  task: string;
  state: 'due' | 'later' | 'running' | 'failed';
  count: number;
  lateSeconds: number;
}

export const jobMeasures = (db: Db): readonly Measure[] => [
  {
    name: 'lisura_jobs',
    help: 'Jobs in the queue, by task and state; failed: they are not tried again by themselves',
    labels: ['task', 'state'],
    read: async () =>
      (await countJobs(db)).map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
  },
  {
    name: 'lisura_jobs_due_oldest_seconds',
    help: 'How long the oldest job that is due has waited, by task',
    labels: ['task'],
    read: async () =>
      (await countJobs(db))
        .filter(({ state }) => state === 'due')
        .map(({ task, lateSeconds }) => ({ labels: { task }, value: lateSeconds })),
  },
];

/** Finished jobs leave the queue, so it is short. */
function countJobs(db: Db): Promise<JobCount[]> {
  return db.query<JobCount>(sql`
    select task, state, count(*)::int as count, extract(epoch from max(now() - run_at))::float8 as late_seconds
    from (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
          when run_at > now() then 'later' else 'due' end as state
      from graphile_worker.jobs) jobs
    group by task, state`);
}
