import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, truncate, unlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { chooseServerUser, EmbeddedPostgresError, findBinaries, startEmbeddedPostgres } from './index.ts';
import { readPostmasterPid } from './postmaster-pid.ts';
import { fast, makeFolder, query, startFor, startInChild, takeUsedDataDir } from './test-support.ts';

function sentence(pattern: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof EmbeddedPostgresError, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

async function serverPid(dataDir: string): Promise<number> {
  const found = await readPostmasterPid(join(dataDir, 'postgres'));
  assert.ok(found);
  return found.pid;
}

test('the first start creates a cluster as the product wants it, and tells so', async (t) => {
  const dataDir = join(await makeFolder(t), 'not', 'there', 'yet');
  const progress: string[] = [];
  const db = await startFor(t, dataDir, { onProgress: (line) => progress.push(line) });

  assert.deepEqual(progress, ['Creating the database cluster…', 'Starting the database…']);
  assert.match(db.version, /^18\.\d+$/);
  const wanted = { server_encoding: 'UTF8', TimeZone: 'UTC', listen_addresses: '', data_checksums: 'on', fsync: 'off' };
  for (const [name, value] of Object.entries(wanted)) assert.deepEqual(await query(db, `show ${name}`), [value]);
  assert.deepEqual(await query(db, 'select current_user, datlocprovider, datlocale from pg_database limit 1'), [
    'lisura',
    'b',
    'C.UTF-8',
  ]);
  assert.deepEqual(await query(db, "select upper('ção')"), ['ÇÃO']);
  const { owner } = await chooseServerUser(await findBinaries(), dataDir);
  const isShared = owner !== undefined && owner.uid !== process.getuid?.();
  assert.deepEqual(await query(db, 'select type, auth_method from pg_hba_file_rules'), [
    'local',
    isShared ? 'peer' : 'trust',
  ]);
  assert.equal((await stat(db.connection.host)).mode & 0o777, 0o700);
});

test('a second start finds the data of the first', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const db = await startFor(t, dataDir);
  assert.deepEqual(await query(db, 'select note from notes'), ['from the first start']);
});

test('the address works for whoever is only given that', async (t) => {
  const db = await startFor(t, await takeUsedDataDir(t));
  const { default: pg } = await import('pg');
  const client = new pg.Client(db.url);
  await client.connect();
  const { rows } = await client.query('select current_database() as name, inet_server_addr() as address');
  await client.end();
  assert.deepEqual(rows, [{ name: 'postgres', address: null }]);
});

test('stopping twice is stopping once, and the end is told', async (t) => {
  const db = await startFor(t, await takeUsedDataDir(t));
  await Promise.all([db.stop(), db.stop()]);
  await db.stop();
  const { code, signal, stderrTail } = await db.exited;
  assert.deepEqual({ code, signal }, { code: 0, signal: null });
  assert.match(stderrTail, /database system is shut down/);
});

test('a second start on the same folder is told who has it, in one process and from another', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const db = await startFor(t, dataDir, { ownerNote: 'http://localhost:3000' });
  const refusal = new RegExp(
    `Another Lisura \\(process ${process.pid}, http://localhost:3000\\) is already using ${dataDir}\\. ` +
      'Stop it first, or set DATA_DIR to another folder\\.$',
  );
  await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(refusal));
  const { error } = await startInChild(t, { dataDir }).until('error');
  assert.match(error ?? '', refusal);
  assert.deepEqual(await query(db, 'select 1'), [1]);

  await db.stop();
  await startFor(t, dataDir);
});

test('exactly one of many starts at once on one folder succeeds', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const starts = await Promise.allSettled(Array.from({ length: 10 }, () => startFor(t, dataDir)));
  assert.equal(starts.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a server left behind by a killed process is stopped, and what was committed is there', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const child = startInChild(t, { dataDir, settings: fast });
  const { connection } = await child.until('connection');
  assert.ok(connection);
  await query({ connection }, "insert into notes values ('before the kill')");
  const orphan = await serverPid(dataDir);
  child.process.kill('SIGKILL');
  await child.ended;
  assert.ok(isRunning(orphan));

  const progress: string[] = [];
  const db = await startFor(t, dataDir, { onProgress: (line) => progress.push(line) });
  assert.match(progress[0] ?? '', /left behind/);
  assert.ok(!isRunning(orphan));
  assert.deepEqual(await query(db, "select note from notes where note like '% kill'"), ['before the kill']);
});

test('a process that ends without stopping takes its server with it', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const child = startInChild(t, { dataDir, settings: fast });
  await child.until('connection');
  const pid = await serverPid(dataDir);
  child.process.stdin?.write('exit');
  await child.ended;
  // Only a server that stays meets it.
  const deadlineMs = performance.now() + 120_000;
  while (isRunning(pid) && performance.now() < deadlineMs) await delay(10);
  assert.ok(!isRunning(pid));
});

test('a server killed the hard way is noticed, and recovers at the next start', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const killed = await startFor(t, dataDir, { settings: { fsync: 'off' } });
  await query(killed, "insert into notes values ('before the crash')");
  process.kill(await serverPid(dataDir), 'SIGKILL');
  assert.equal((await killed.exited).signal, 'SIGKILL');
  await killed.stop();

  const db = await startFor(t, dataDir);
  assert.deepEqual(await query(db, "select note from notes where note like '% crash'"), ['before the crash']);
});

test('a stale postmaster.pid whose number belongs to another process by now stops nobody', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const socketFolder = join(dataDir, 'postgres-socket');
  const stale = `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n${socketFolder}\n\n 1 2\nready   \n`;
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), stale);
  await writeFile(join(socketFolder, '.s.PGSQL.5432.lock'), stale);
  await startFor(t, dataDir);
});

test('an empty postmaster.pid, as a full disk leaves it, does not keep the database from starting', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
  await startFor(t, dataDir);
});

test('a server that answers from a shared folder without being a process of ours is left alone', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const socketFolder = join(dataDir, 'postgres-socket');
  const elsewhere = createServer((socket) => socket.end()).listen(join(socketFolder, '.s.PGSQL.5432'));
  t.after(() => elsewhere.close());
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(pidFile, `999999999\n${join(dataDir, 'postgres')}\n1\n5432\n${socketFolder}\n`);
  await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/^Another PostgreSQL is running on .*postgres/));
  await unlink(pidFile);
});

test('a kill while the cluster is being created leaves nothing that a later start trusts', async (t) => {
  const dataDir = await makeFolder(t);
  const child = startInChild(t, { dataDir, settings: fast });
  await child.until('progress');
  while ((await readdir(dataDir)).length === 0) await delay(1);
  child.process.kill('SIGKILL');
  await child.ended;
  await mkdir(join(dataDir, 'postgres.unfinished-older', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.unfinished-older', 'PG_VERSION'), '18\n');

  const db = await startFor(t, dataDir);
  assert.deepEqual(await query(db, 'select 1'), [1]);
  assert.deepEqual((await readdir(dataDir)).sort(), ['postgres', 'postgres-socket', 'postgres.log']);
});

test('a path too long for a socket gets a temporary folder, which stopping removes', async (t) => {
  const dataDir = await takeUsedDataDir(t, 'a, "long" path'.repeat(10));
  const db = await startFor(t, dataDir);
  assert.ok(!db.connection.host.startsWith(dataDir));
  assert.equal((await stat(db.connection.host)).mode & 0o777, 0o700);
  await db.stop();
  await assert.rejects(stat(db.connection.host), { code: 'ENOENT' });
});

test('a killed process on a long path leaves no temporary folder for ever', async (t) => {
  const dataDir = await takeUsedDataDir(t, 'x'.repeat(100));
  const child = startInChild(t, { dataDir, settings: fast });
  const { connection } = await child.until('connection');
  child.process.kill('SIGKILL');
  await child.ended;
  await startFor(t, dataDir);
  await assert.rejects(stat(connection?.host ?? ''), { code: 'ENOENT' });
});

test('a data folder whose path is too long is named before anything is made in it', async (t) => {
  const folder = await makeFolder(t);
  const folderOf = (bytes: number) => folder.padEnd(bytes, `/${'x'.repeat(98)}`);
  const tooLong = (bytes: number) =>
    sentence(new RegExp(`is too long \\(${bytes} bytes\\)\\. Set DATA_DIR to a shorter one`));
  await assert.rejects(startEmbeddedPostgres({ dataDir: folderOf(901) }), tooLong(901));
  assert.deepEqual(await readdir(folderOf(901)), []);
  await assert.rejects(startEmbeddedPostgres({ dataDir: folderOf(5_000) }), tooLong(5_000));
  const oneName = join(folder, 'x'.repeat(300));
  await assert.rejects(startEmbeddedPostgres({ dataDir: oneName }), tooLong(Buffer.byteLength(oneName)));
  const db = await startFor(t, folderOf(900));
  assert.deepEqual(await query(db, 'select 1'), [1]);
});

test('a path with quotes, commas and spaces is no difficulty', async (t) => {
  const dataDir = await takeUsedDataDir(t, 'a, "b" é');
  const db = await startFor(t, dataDir);
  assert.equal(db.connection.host, join(dataDir, 'postgres-socket'));
});

test('a cluster of another PostgreSQL is named and not touched', async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  const before = await stat(join(dataDir, 'postgres'));
  await assert.rejects(
    startEmbeddedPostgres({ dataDir }),
    sentence(/was made by PostgreSQL 17 and this is PostgreSQL 18/),
  );
  assert.deepEqual(await readdir(dataDir), ['postgres']);
  assert.deepEqual(await stat(join(dataDir, 'postgres')), before);
});

test('files that are no cluster are named and not touched', async (t) => {
  const dataDir = await makeFolder(t);
  await mkdir(join(dataDir, 'postgres', 'holidays'), { recursive: true });
  await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/holds files but no database/));
  assert.deepEqual(await readdir(join(dataDir, 'postgres')), ['holidays']);
});

test('a data folder that is a file is named', async (t) => {
  const dataDir = join(await makeFolder(t), 'file');
  await writeFile(dataDir, '');
  await assert.rejects(startEmbeddedPostgres({ dataDir }), sentence(/file is not a folder/));
});

test('a data folder in which nothing can be kept is named at once', { skip: !existsSync('/proc/self') }, async () => {
  for (const dataDir of ['/proc', '/proc/lisura', '/proc/lisura/below']) {
    await assert.rejects(
      startEmbeddedPostgres({ dataDir }),
      sentence(
        new RegExp(`^(Nothing can be kept in the|The) data folder ${dataDir}( cannot be written by this user)?\\. `),
      ),
    );
  }
});

test('when PostgreSQL does not start, its own words are told, and the folder is free again', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, settings: { shared_buffers: 'plenty' } }),
    sentence(
      /^PostgreSQL did not start: FATAL: invalid value for parameter "shared_buffers": "plenty" .*postgres\.log/,
    ),
  );
  await startFor(t, dataDir);
});

test('a log grown large is put aside', async (t) => {
  const dataDir = await takeUsedDataDir(t);
  const log = join(dataDir, 'postgres.log');
  await truncate(log, 11 * 1024 * 1024);
  await startFor(t, dataDir);
  assert.equal((await stat(`${log}.1`)).size, 11 * 1024 * 1024);
  assert.match(await readFile(log, 'utf8'), /^[^\n]+ starting PostgreSQL 18/);
});

/** A zombie, which has ended but was not collected, does not run. */
function isRunning(pid: number): boolean {
  const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim();
  return state !== '' && !state.startsWith('Z');
}
