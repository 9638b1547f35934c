import path from 'node:path';
import { Client } from 'pg';

export interface BenchSession {
  userId: string;
  sessionId: string;
}

/** Users with a session each, written straight into the database of a server whose data folder is known. */
export async function createSessions(dataDir: string, count: number): Promise<BenchSession[]> {
  const client = new Client({
    host: path.join(dataDir, 'postgres-socket'),
    port: 5432,
    user: 'lisura',
    database: 'postgres',
  });
  await client.connect();
  try {
    const { rows } = await client.query<BenchSession>(
      `with people as (
         insert into users (platform_id, username)
         select '7656119' || lpad((9000000000 + n)::text, 10, '0'), 'Bench ' || n from generate_series(1, $1::int) n
         returning id, platform_id)
       insert into sessions (id, user_id, platform_id, ip, user_agent)
       select encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'), id, platform_id, '127.0.0.1', 'bench'
       from people returning id as "sessionId", user_id as "userId"`,
      [count],
    );
    return rows;
  } finally {
    await client.end();
  }
}
