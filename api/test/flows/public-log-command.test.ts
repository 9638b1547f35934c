import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { type Run, run } from '../../../fairness/src/cli/run.ts';
import { games } from '../../src/app/modules.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { createLogKeeper, type LogKeeper } from '../../src/modules/games/log/keep-log.ts';
import { sourcesOf } from '../../src/modules/games/log/sources.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createTestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { createPlayer } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/** `lisura-verify log` asks a server with the heads that a player has kept. */
const app = useApp(createTestApp);
let log: LogKeeper;
let opening: Record<string, unknown>;
const files = new Map<string, string>();
before(async () => {
  log = createLogKeeper({
    db: app.db,
    clock: systemClock,
    logger: silentLogger,
    sources: sourcesOf(games),
    ...app.deps.log,
  });
  opening = await open();
  await log.growNow();
});

async function open(): Promise<Record<string, unknown>> {
  const [player, { id }] = [await createPlayer(app.db, 10_000), await createCase(app.db)];
  const { status, body, text } = await createCall(app.http)(player, 'POST', `/cases/${id}/open`, {});
  assert.equal(status, 200, text);
  return body.openings[0];
}

const verify = (...args: string[]): Promise<Run> =>
  run(['log', '--server', 'http://platform.example', ...args], {
    readFile: async (path) => files.get(path) ?? assert.fail(path),
    readFileIfAny: async (path) => files.get(path) ?? null,
    appendFile: async (path, text) => void files.set(path, (files.get(path) ?? '') + text),
    fetch: async (address) => {
      const { pathname, search } = new URL(address);
      const { statusCode: status, body: text } = await app.http.inject({ url: pathname + search });
      return { status, text };
    },
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('no beacon decides the log'),
    now: () => systemClock.now(),
  });
const keptIn = (file: string) => (files.get(file) ?? '').split('\n').length - 1;

test('heads that were seen are kept once each, and the log extends them', async () => {
  const first = await verify('--heads', 'heads');
  assert.match(first.stdout, /Not checked: nothing to compare with: there was no heads yet\nNOT CHECKED\n$/);
  assert.equal(first.exitCode, 3, first.stderr);
  const second = await verify('--heads', 'heads', '--max-age', '60');
  assert.deepEqual([second.exitCode, keptIn('heads')], [0, 1], second.stdout + second.stderr);
  await open();
  await log.growNow();
  const later = await verify('--heads', 'heads');
  assert.match(later.stdout, /It extends the head of \d+ leaves that you kept/);
  assert.deepEqual([later.exitCode, keptIn('heads')], [0, 2]);
  await open();
  await log.growNow();
  const last = await verify('--heads', 'heads');
  assert.match(last.stdout, /It extends all 2 heads that you kept, of \d+ to \d+ leaves\nVALID\n$/);
});

test('a result is in the log as its player has it, and no other', async () => {
  await verify('--heads', 'played');
  const given = (result: object) => verify('--heads', 'played', '--kind', 'cases', '--result', JSON.stringify(result));
  assert.match((await given(opening)).stdout, /CASES \d+ is leaf \d+ of the log, as you have it\nVALID/);
  const altered = await given({ ...opening, roll: Number(opening.roll) + 1 });
  assert.match(altered.stdout, /ALARM: CASES \d+ is not in the log as you have it/);
  assert.equal(altered.exitCode, 1);
  assert.match((await given({ ...opening, id: '999999' })).stdout, /ALARM: CASES 999999 is not in the log;/);
});

test('another key, an edited file and an unknown kind are said', async () => {
  await verify('--heads', 'own');
  const kept = files.get('own') as string;
  const wrongKey = await verify('--key', '0'.repeat(64));
  assert.match(wrongKey.stdout, /ALARM: the log is signed by another key/);
  files.set('own', kept.replace(/"root":"./, '"root":"x'));
  assert.match((await verify('--heads', 'own')).stdout, /ALARM: a head is not signed as it stands/);
  files.set('own', 'nonsense\n');
  const edited = await verify('--heads', 'own');
  assert.deepEqual([edited.exitCode, /line 1 of own is no head/.test(edited.stderr)], [2, true]);
  assert.match((await verify('--kind', 'coins', '--result', '{}')).stderr, /--kind must be CASES/);
});

test('a server that is behind what it has signed says so, and one that does not is found out', async () => {
  await verify('--heads', 'ahead');
  const [, kept] = [await open(), files.get('ahead') as string];
  await log.growNow();
  await verify('--heads', 'ahead');
  const { size } = JSON.parse(kept);
  // A backup from the time of the first head would leave this state.
  await transaction(app.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`delete from log_heads where size > ${size}`);
    await tx.query(sql`delete from log_spans where first_leaf >= ${size}`);
    await tx.query(sql`
      update log_tiles set hashes = substring(hashes for ${size}::int * 32) where level = 0 and tile = 0`);
  });
  const said = await verify('--heads', 'ahead');
  assert.match(said.stdout, /ALARM: the server says that its log is interrupted/);
  assert.equal(said.exitCode, 1);
  const forgetful = createLogKeeper({
    db: app.db,
    clock: systemClock,
    logger: silentLogger,
    sources: sourcesOf(games),
    ...app.deps.log,
    headFolder: await mkdtemp(path.join(app.deps.log.headFolder, 'forgotten-')),
  });
  assert.equal(await forgetful.interruption(), null);
  const fetched = await app.http.inject({ url: `/api/log/heads/${size}` });
  const behind = await run(['log', '--server', 'http://platform.example', '--heads', 'ahead'], {
    readFile: () => assert.fail('nothing is given'),
    readFileIfAny: async (path) => files.get(path) ?? null,
    appendFile: () => assert.fail('nothing is kept'),
    fetch: async () => ({ status: 200, text: fetched.body }),
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: () => assert.fail('no beacon decides the log'),
    now: () => systemClock.now(),
  });
  assert.match(behind.stdout, /ALARM: the log has fewer leaves than the head of \d+ leaves that you kept/);
});
