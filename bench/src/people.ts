import { Client } from 'pg';
import { ADMINISTRATOR, databaseAddressOf } from './servers.ts';

export interface BenchSession {
  userId: string;
  sessionId: string;
}

/** Connects straight to a database of a server whose data folder is known. */
export async function onDatabase<Result>(
  dataDir: string,
  work: (client: Client) => Promise<Result>,
  database?: string,
): Promise<Result> {
  const client = new Client(databaseAddressOf(dataDir, database));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export async function createSessions(dataDir: string, count: number, perUser = 1): Promise<BenchSession[]> {
  return insertSessions(
    dataDir,
    `insert into users (platform_id, username)
     select '7656119' || lpad((9000000000 + n)::text, 10, '0'), 'Bench ' || n
     from (select count(*) as made from users where username like 'Bench %') earlier,
       generate_series(made + 1, made + $2::int) n
     returning id, platform_id`,
    [perUser, count],
  );
}

export async function createAdministrator(dataDir: string): Promise<BenchSession> {
  const [session] = await insertSessions(
    dataDir,
    `insert into users (platform_id, username) values ($2, 'Bench') returning id, platform_id`,
    [1, ADMINISTRATOR],
  );
  if (session === undefined) throw new Error('No administrator');
  return session;
}

/** `people` is the statement that makes the users; its parameters begin with the sessions each of them gets. */
async function insertSessions(dataDir: string, people: string, values: unknown[]): Promise<BenchSession[]> {
  const { rows } = await onDatabase(dataDir, (client) =>
    client.query<BenchSession>(
      `with people as (${people}),
       made as materialized (
         select encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex') as session_id, people.*
         from people, generate_series(1, $1::int)),
       stored as (
         insert into sessions (id, user_id, platform_id, ip, user_agent)
         select encode(sha256(convert_to(session_id, 'utf8')), 'hex'), id, platform_id, '127.0.0.1', 'bench' from made)
       select session_id as "sessionId", id as "userId" from made order by id`,
      values,
    ),
  );
  return rows;
}
