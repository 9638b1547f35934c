import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBinaries } from './binaries.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { firstClosed } from './reachable.ts';
import { chooseServerUser } from './run-as.ts';
import { fast, makeFolder, query, startFor, startInChild, takeUsedDataDir } from './test-support.ts';

const nobody = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;
const binaries = await findBinaries();
const nobodyReachesBinaries = isRoot && (await firstClosed(nobody, binaries.postgres)) === undefined;
const nobodyReachesNode = isRoot && (await firstClosed(nobody, process.execPath)) === undefined;

const needsRoot = isRoot ? false : 'only root has to choose a user';
const needsNobody = needsRoot || (nobodyReachesBinaries ? false : 'nobody may not enter the folder of the binaries');
const needsOrdinary = needsNobody || (nobodyReachesNode ? false : 'nobody may not enter the folder of Node');
const needsNamespace =
  needsRoot || worksHere('unshare', ['--user', '--map-user=65534', '--map-group=65534'], 'user namespaces');
const needsCapability =
  needsRoot ||
  worksHere(
    'setpriv',
    ['--reuid=65534', '--regid=65534', '--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'],
    'ambient capabilities',
  );
const stranger = { uid: 54321, gid: 54321 };
const needsStranger =
  needsOrdinary || worksHere('unshare', ['--user', '--map-user=65534'], 'user namespaces for ordinary users', stranger);

function worksHere(tool: string, options: string[], what: string, user = {}): false | string {
  return spawnSync(tool, [...options, '--', 'true'], user).status === 0 ? false : `${what} are not available here`;
}

async function ownerOf(dataDir: string): Promise<number> {
  const { uid } = await stat(join(dataDir, 'postgres', 'base'));
  assert.equal((await stat(join(dataDir, 'postgres'))).uid, uid);
  return uid;
}

test('root runs the server as nobody where nobody may enter', { skip: needsNobody }, async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const db = await startFor(t, dataDir);
  assert.deepEqual(await query(db, 'select note from notes'), ['from the first start']);
  assert.equal(await ownerOf(dataDir), nobody.uid);
});

/** A process of that user asks the server for nothing but its name, and prints the answer. */
function askAs(user: { uid: number; gid: number }, { connection }: EmbeddedPostgres): string {
  const script = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const client = new pg.Client(${JSON.stringify(connection)});
    client.on('error', () => undefined);
    await client.connect().then(() => console.log('let in'), (error) => console.log(error.message));
    process.exit();`;
  return spawnSync(process.execPath, ['--input-type=module', '--eval', script], { ...user, encoding: 'utf8' }).stdout;
}

test('another process of nobody is not let in, also by a cluster of before', { skip: needsOrdinary }, async (t) => {
  const dataDir = await takeUsedDataDir(t);
  await writeFile(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
  await writeFile(join(dataDir, 'postgres', 'pg_ident.conf'), '');
  const db = await startFor(t, dataDir);
  assert.equal(await ownerOf(dataDir), nobody.uid);
  assert.match(askAs(nobody, db), /Peer authentication failed/);
  assert.match(askAs(stranger, db), /EACCES/);
  assert.deepEqual(await query(db, 'select note from notes'), ['from the first start']);
});

test('the files of a start with sudo are taken back with the command that is told', {
  skip: needsOrdinary,
}, async (t) => {
  const dataDir = await takeUsedDataDir(t, "it's data");
  const owned = { uid: 65534, gid: 65534 };
  await (await startFor(t, dataDir)).stop();
  const told = await startInChild(t, { dataDir, settings: fast }, stranger).until('error');
  const command = /sudo (chown -R "\$\(id -u\):\$\(id -g\)" .*)\. Or set DATA_DIR/.exec(told.error ?? '')?.[1];
  assert.ok(command !== undefined, String(told.error));
  spawnSync('sh', ['-c', command.replace('$(id -u):$(id -g)', `${owned.uid}:${owned.gid}`)]);
  const child = startInChild(t, { dataDir, settings: fast }, owned);
  const { connection } = await child.until('connection');
  assert.ok(connection);
  assert.deepEqual(await query({ connection }, 'select note from notes'), ['from the first start']);
  child.process.stdin?.end();
  assert.deepEqual(await child.ended, [0, null]);
});

test('files of several owners, as copying leaves them, are given to the server', { skip: needsNobody }, async (t) => {
  const dataDir = await takeUsedDataDir(t);
  await chown(join(dataDir, 'postgres', 'postgresql.conf'), 0, 0);
  await chown(join(dataDir, 'postgres', 'base', '1', 'PG_VERSION'), 0, 0);
  await chmod(join(dataDir, 'postgres'), 0o755);
  await startFor(t, dataDir);
  assert.equal((await stat(join(dataDir, 'postgres', 'base', '1', 'PG_VERSION'))).uid, nobody.uid);
});

test('root runs it in a user namespace below a folder of its own', { skip: needsNamespace }, async (t) => {
  const dataDir = join(await makeFolder(t, 0o700), 'data');
  const db = await startFor(t, dataDir);
  assert.deepEqual(await query(db, 'select 1'), [1]);
  assert.equal(await ownerOf(dataDir), 0);
});

test('root runs it with a capability below a folder of its own', { skip: needsCapability }, async (t) => {
  const dataDir = join(await makeFolder(t, 0o700), 'data');
  const db = await startFor(t, dataDir, { asRoot: 'capability' });
  assert.deepEqual(await query(db, 'select 1'), [1]);
  assert.equal(await ownerOf(dataDir), nobody.uid);
});

test("below another user's closed folder only the capability leads", { skip: needsCapability }, async (t) => {
  const closed = await makeFolder(t, 0o700);
  await chown(closed, 1234, 1234);
  const chosen = await chooseServerUser(binaries, closed);
  assert.equal(chosen.strategy, 'capability');
});

test('a tree moved below a closed folder, and back, keeps its data', {
  skip: needsNobody || needsNamespace,
}, async (t) => {
  const open = await takeUsedDataDir(t);
  const closed = join(await makeFolder(t, 0o700), 'data');
  await (await startFor(t, open)).stop();
  await rename(open, closed);

  const namespaced = await startFor(t, closed);
  assert.deepEqual(await query(namespaced, 'select note from notes'), ['from the first start']);
  assert.equal(await ownerOf(closed), 0);
  await namespaced.stop();

  await rename(closed, open);
  const asNobody = await startFor(t, open);
  assert.deepEqual(await query(asNobody, 'select note from notes'), ['from the first start']);
  assert.equal(await ownerOf(open), nobody.uid);
});

for (const asRoot of ['namespace', 'capability'] as const) {
  const skip = asRoot === 'namespace' ? needsNamespace : needsCapability;
  test(`a server left behind is found whichever way it was run: ${asRoot}`, { skip }, async (t) => {
    const dataDir = await takeUsedDataDir(t);
    const child = startInChild(t, { dataDir, settings: fast, asRoot });
    await child.until('connection');
    child.process.kill('SIGKILL');
    await child.ended;
    const progress: string[] = [];
    await startFor(t, dataDir, { onProgress: (line) => progress.push(line) });
    assert.match(progress[0] ?? '', /left behind/);
  });
}

test('where the way is closed, the folder is named', { skip: needsNobody }, async (t) => {
  const closed = await makeFolder(t, 0o700);
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(closed, 'data'), asRoot: 'nobody' }), {
    name: 'EmbeddedPostgresError',
    message:
      `PostgreSQL does not run as root, and its own user cannot enter ${closed}; ` +
      'set DATA_DIR to a folder that others may enter, set DATABASE_URL, or run as an ordinary user.',
  });
});

test('an ordinary user runs it as itself', { skip: needsOrdinary }, async (t) => {
  const dataDir = join(await makeFolder(t), 'data');
  await mkdir(dataDir);
  await chown(dataDir, nobody.uid, nobody.gid);
  const child = startInChild(t, { dataDir, settings: fast }, nobody);
  const { connection } = await child.until('connection');
  assert.ok(connection);
  assert.deepEqual(await query({ connection }, 'select 1'), [1]);
  child.process.stdin?.end();
  assert.deepEqual(await child.ended, [0, null]);
});

test('an ordinary user without a name in the system can create a cluster too', { skip: needsStranger }, async (t) => {
  const dataDir = await makeFolder(t);
  await chown(dataDir, stranger.uid, stranger.gid);
  const child = startInChild(t, { dataDir, settings: fast }, stranger);
  await child.until('connection');
  assert.equal(await ownerOf(dataDir), stranger.uid);
  child.process.stdin?.end();
  assert.deepEqual(await child.ended, [0, null]);
});

test('an ordinary user is told about folders that are not its own', { skip: needsOrdinary }, async (t) => {
  const notWritable = join(await makeFolder(t), 'data');
  await mkdir(notWritable);
  const { error } = await startInChild(t, { dataDir: notWritable }, nobody).until('error');
  assert.match(error ?? '', /^EmbeddedPostgresError: The data folder .* cannot be written by this user\./);

  const ofRoot = await makeFolder(t, 0o777);
  await mkdir(join(ofRoot, 'postgres'), { mode: 0o700 });
  const other = await startInChild(t, { dataDir: ofRoot }, nobody).until('error');
  assert.match(
    other.error ?? '',
    /^EmbeddedPostgresError: .*postgres belongs to another user \(uid 0\), .* sudo chown -R /,
  );
});
