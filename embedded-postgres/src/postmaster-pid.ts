import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** PostgreSQL writes these about itself into `postmaster.pid` of its cluster. */
export interface PostmasterPid {
  pid: number;
  socketFolder: string;
  port: number;
  /** 'starting', 'ready', 'stopping'; empty in the first moments. */
  status: string;
}

export function postmasterPidPath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Returns undefined where the file is missing or does not name a process yet, or any more. */
export async function readPostmasterPid(cluster: string): Promise<PostmasterPid | undefined> {
  const text = await readFile(postmasterPidPath(cluster), 'utf8').catch(() => '');
  // The lines are process id, cluster, start time, port, socket folder, listen address, shared memory and status.
  const [pid, , , port, socketFolder, , , status] = text.split('\n');
  if (!/^\d+$/.test(pid ?? '') || Number(pid) < 2) return undefined;
  return { pid: Number(pid), port: Number(port ?? 0), socketFolder: socketFolder ?? '', status: status?.trim() ?? '' };
}
