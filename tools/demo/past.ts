import { Client } from 'pg';
import type { Clock } from '../../api/src/platform/clock.ts';
import { addressConfig, type DatabaseAddress, type Db, transaction } from '../../api/src/platform/database/db.ts';
import { addJob } from '../../api/src/platform/jobs/jobs.ts';

/**
 * A history plays in the past on a database of the present. PostgreSQL stamps every row, so a schema has clocks that
 * are behind, and for every table with a stamp a view of the same name whose default asks these clocks. Sessions that
 * look into this schema first write through the views into the tables, and all triggers and constraints hold; other
 * sessions notice nothing. Decision 25 says why.
 */
export interface Past {
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  /** Nobody may be at work meanwhile. */
  moveTo(moment: Date): Promise<void>;
  takeDueJobs(): Promise<PastJob[]>;
  /** Hands the jobs that are not due over to the present, and takes the schema away. */
  end(present: Db): Promise<void>;
}

interface PastJob {
  task: string;
  payload: object;
}

interface WaitingJob extends PastJob {
  runAt: Date;
  key: string | null;
}

/** A commit need not be on the disk before the next request: who loses a history begins another. */
const PAST_SESSION =
  '-c search_path=past,public,pg_catalog -c synchronous_commit=off -c max_parallel_workers_per_gather=0';

const SCHEMA = `
  drop schema if exists past cascade;
  create schema past;

  create table past.moment (behind interval not null);
  insert into past.moment values ('0 seconds');
  create function past.now() returns timestamptz stable language sql
    as 'select pg_catalog.now() - behind from past.moment';
  create function past.statement_timestamp() returns timestamptz stable language sql
    as 'select pg_catalog.statement_timestamp() - behind from past.moment';
  create function past.clock_timestamp() returns timestamptz volatile language sql
    as 'select pg_catalog.clock_timestamp() - behind from past.moment';

  -- Whose turn something is: the turns of the present end weeks after those of the past.
  create table past.leases (like public.leases including all);

  -- The server would run jobs of the past at once, and in the present.
  create table past.jobs (task text not null, payload json not null, run_at timestamptz not null, key text);
  create function past.keep_job() returns trigger language plpgsql as $$
  begin
    if current_schema() <> 'past' then return new; end if;
    insert into past.jobs
    select identifier, new.payload, new.run_at, new.key from graphile_worker._private_tasks where id = new.task_id;
    return null;
  end $$;
  create trigger past_keep_job before insert on graphile_worker._private_jobs
    for each row execute function past.keep_job();

  do $$
  declare stamp record;
  begin
    for stamp in
      select table_name, column_name, regexp_replace(column_default, '\\m(now|statement_timestamp)\\(', 'past.\\1(') as clock
      from information_schema.columns
      where table_schema = 'public' and column_default ~ '\\m(now|statement_timestamp)\\(' order by table_name
    loop
      if to_regclass(format('past.%I', stamp.table_name)) is null then
        execute format('create view past.%1$I as select *, xmax from public.%1$I', stamp.table_name);
      end if;
      execute format('alter view past.%I alter column %I set default %s', stamp.table_name, stamp.column_name, stamp.clock);
    end loop;
  end $$`;

/** Nothing else on the database uses this number as an advisory lock. */
const HISTORY_LOCK = 7_316_871_006;
/** Scheduled jobs of a server wait until the past has ended: they would expire and add up what is just being played. */
const HOLD_SCHEDULE = 'begin; select from graphile_worker._private_known_crontabs for update';

export async function openPast(address: DatabaseAddress): Promise<Past> {
  const [steward, holder] = await Promise.all([connect(address), connect(address)]);
  const { rows } = await holder.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
    HISTORY_LOCK,
  ]);
  if (!rows[0]?.isOurs) {
    await Promise.all([steward.end(), holder.end()]);
    throw new Error('another history is being written here');
  }
  await steward.query(SCHEMA);
  await holder.query(HOLD_SCHEDULE);
  let behindMs = 0;
  return {
    address: pastAddress(address),
    clock: { now: () => new Date(Date.now() - behindMs) },
    moveTo: async (moment) => {
      behindMs = Date.now() - moment.getTime();
      await steward.query('update past.moment set behind = make_interval(secs => $1)', [behindMs / 1000]);
    },
    takeDueJobs: async () => {
      const { rows } = await steward.query<PastJob & { runAt: Date }>(
        'delete from past.jobs where run_at <= past.now() returning task, payload, run_at as "runAt"',
      );
      return rows.sort((one, other) => one.runAt.getTime() - other.runAt.getTime());
    },
    end: async (present) => {
      const { rows } = await steward.query<WaitingJob>('select task, payload, run_at as "runAt", key from past.jobs');
      await transaction(present, async (tx) => {
        for (const { task, payload, runAt, key } of rows) {
          await addJob(tx, task, payload, { runAt, ...(key === null ? {} : { jobKey: key }) });
        }
      });
      await steward.query('drop schema past cascade');
      await Promise.all([steward.end(), holder.end()]);
    },
  };
}

async function connect(address: DatabaseAddress): Promise<Client> {
  const client = new Client({ ...addressConfig(address), application_name: 'lisura demo' });
  // An idle connection that is lost must not end the process; the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function pastAddress(address: DatabaseAddress): DatabaseAddress {
  if (typeof address !== 'string') return Object.assign({ options: PAST_SESSION }, address);
  const url = new URL(address);
  url.searchParams.set('options', PAST_SESSION);
  return url.href;
}
