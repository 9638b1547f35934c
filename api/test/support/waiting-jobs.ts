import { sql } from '../../src/platform/database/sql.ts';
import type { TestApp } from './app.ts';

/** Runs a job as the job runner would, where one waits; tells whether one did. */
export async function runWaitingJob({ jobSets, db }: TestApp, name: string): Promise<boolean> {
  const waiting = await db.query(sql`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where task_identifier = ${name} having count(*) > 0`);
  if (waiting.length > 0) await jobSets.find(({ tasks }) => name in tasks)?.tasks[name]?.({});
  return waiting.length > 0;
}
