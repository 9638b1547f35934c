import { open, rename, stat } from 'node:fs/promises';

const largestLogBytes = 10 * 1024 * 1024;
const tailBytes = 8 * 1024;

export interface ServerLog {
  path: string;
  startBytes: number;
}

/** The log is appended to; one grown large becomes `<path>.1`, in place of an older one. */
export async function prepareLog(path: string): Promise<ServerLog> {
  const size = await sizeOf(path);
  if (size <= largestLogBytes) return { path, startBytes: size };
  await rename(path, `${path}.1`);
  return { path, startBytes: 0 };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

export async function readLogTail({ path, startBytes }: ServerLog): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(startBytes, size - tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - from)), { position: from });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Joins the lines of PostgreSQL's output that name a fault, or else the last ones. */
export function lastWords(output: string): string {
  const lines = output.split('\n').map(withoutStamp).filter(Boolean);
  const telling = lines.filter((line) => /^(FATAL|PANIC|ERROR|DETAIL|HINT|initdb: error|postgres: )/.test(line));
  return (telling.length > 0 ? telling.slice(-4) : lines.slice(-2)).join(' ');
}

/** Without the time and process id that open each line of the server's log. */
function withoutStamp(line: string): string {
  return line
    .replace(/^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] /, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
