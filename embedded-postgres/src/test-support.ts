import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, type TestContext } from 'node:test';
import pg from 'pg';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts';

export const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const cleanUps = new WeakMap<TestContext, AsyncDisposableStack>();

/** The newest goes first, so that no folder is removed under a server; `t.after` alone goes the other way. */
function cleanUp(t: TestContext, action: () => Promise<unknown>): void {
  let stack = cleanUps.get(t);
  if (stack === undefined) {
    const created = new AsyncDisposableStack();
    t.after(() => created.disposeAsync());
    cleanUps.set(t, created);
    stack = created;
  }
  stack.defer(async () => void (await action()));
}

/** A folder of the test's own that everybody may enter, so that root's plainest strategy applies. */
export async function makeFolder(t: TestContext, mode = 0o755): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lisura-test-'));
  await chmod(folder, mode);
  cleanUp(t, () => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function startFor(
  t: TestContext,
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const db = await startEmbeddedPostgres({ dataDir, settings: fast, ...options });
  cleanUp(t, () => db.stop());
  return db;
}

let seed: Promise<string> | undefined;
after(async () => {
  if (seed !== undefined) await rm(await seed, { recursive: true });
});

/**
 * A data folder with a stopped cluster in it. There is one for a whole test file, moved to each test in turn and back,
 * since creating or copying one takes longer than most tests.
 */
export async function takeUsedDataDir(t: TestContext, name = 'data'): Promise<string> {
  seed ??= makeSeed();
  const home = await seed;
  const dataDir = join(await makeFolder(t), name);
  await rename(home, dataDir);
  cleanUp(t, () => rename(dataDir, home));
  return dataDir;
}

async function makeSeed(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lisura-test-seed-'));
  await chmod(dataDir, 0o755);
  const db = await startEmbeddedPostgres({ dataDir, settings: fast });
  await query(db, "create table notes as select 'from the first start' as note");
  await db.stop();
  return dataDir;
}

export async function query(db: Pick<EmbeddedPostgres, 'connection'>, sql: string): Promise<unknown[]> {
  const client = new pg.Client(db.connection);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

interface ChildLine {
  progress?: string;
  error?: string;
  connection?: EmbeddedPostgres['connection'];
}

/** Another Node process starts the database, reports events, and stops it when its input ends. */
export function startInChild(
  t: TestContext,
  options: EmbeddedPostgresOptions,
  user: { uid?: number; gid?: number } = {},
): { process: ChildProcess; until(wanted: keyof ChildLine): Promise<ChildLine>; ended: Promise<unknown> } {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./index.ts', import.meta.url))};
    const tell = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
    const options = { ...${JSON.stringify(options)}, onProgress: (progress) => tell({ progress }) };
    try {
      const db = await startEmbeddedPostgres(options);
      tell({ connection: db.connection });
      process.stdin.on('data', () => process.exit()).on('end', () => db.stop()).resume();
    } catch (error) {
      tell({ error: error.name + ': ' + error.message });
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    ...user,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  cleanUp(t, async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const until = async (wanted: keyof ChildLine) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The child ended before it told its ${wanted}.`);
      const line: ChildLine = JSON.parse(value);
      if (line[wanted] !== undefined) return line;
      if (line.error !== undefined) throw new Error(line.error);
    }
  };
  return { process: child, until, ended };
}
