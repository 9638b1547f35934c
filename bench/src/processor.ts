import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import type { BenchServer } from './servers.ts';

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
/** In /proc/<pid>/stat, counted after the name of the program, which may have spaces. */
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** Returns the processor time that all threads of a process have used so far; 0 where it has ended. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TICKS] ?? 0) + Number(fields[SYSTEM_TICKS] ?? 0)) * MS_PER_TICK;
}

export interface ProcessorMs {
  server: number;
  database: number;
}

/**
 * Measures the processor time of a server and its sessions in PostgreSQL during `work`. `client` is connected to the
 * database of the server, because two servers may share one PostgreSQL. A busy machine makes work slow, but hardly
 * dearer.
 */
export async function processorDuring(
  { child }: Pick<BenchServer, 'child'>,
  client: Client,
  work: () => Promise<unknown>,
): Promise<ProcessorMs> {
  const serverPid = child.pid ?? 0;
  const [serverBefore, before] = [await processorMs(serverPid), await sessionsMs(client)];
  await work();
  const [serverAfter, after] = [await processorMs(serverPid), await sessionsMs(client)];
  const database = [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
  return { server: serverAfter - serverBefore, database };
}

async function sessionsMs(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await processorMs(pid)] as const)));
}
