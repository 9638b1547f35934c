import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { isExtended, isHeadSigned, type LogHead, logHeadFrom } from '@lisura/fairness';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { type Call, createCall } from '../../../../test/support/calls.ts';
import { createAdmin, createPlayer, type Person } from '../../../../test/support/people.ts';
import { enableSecondFactor } from '../../../../test/support/second-factors.ts';
import { games } from '../../../app/modules.ts';
import { fixedClock, systemClock } from '../../../platform/clock.ts';
import { type Tx, transaction } from '../../../platform/database/db.ts';
import { raw, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { openHeadFile } from './head-file.ts';
import { createLogKeeper } from './keep-log.ts';
import { sourcesOf } from './sources.ts';

let app: TestApp;
let call: Call;
let player: Person;
let caseId: Id<'case'>;
beforeEach(async () => {
  app = await createTestApp();
  call = createCall(app.http);
  player = await createPlayer(app.db, 1_000_000);
  caseId = (await createCase(app.db)).id;
});
afterEach(() => app.close());

const keeper = (more: object = {}) =>
  createLogKeeper({
    db: app.db,
    clock: systemClock,
    logger: silentLogger,
    sources: sourcesOf(games),
    ...app.deps.log,
    ...more,
  });

async function open(quantity = 1): Promise<string[]> {
  const { status, body, text } = await call(player, 'POST', `/cases/${caseId}/open`, { quantity });
  assert.equal(status, 200, text);
  for (const { id, logLeaf } of body.openings) assert.deepEqual(logLeaf, { kind: 'CASES', id });
  return body.openings.map(({ id }: { id: string }) => id);
}
async function headFile(): Promise<string> {
  const [name] = (await readdir(app.deps.log.headFolder)).filter((each) => each.startsWith('log-head-'));
  return path.join(app.deps.log.headFolder, name as string);
}
const head = async (): Promise<LogHead> => logHeadFrom((await call(null, 'GET', '/log/head')).body);
const inclusionOf = (id: string, more = '') => call(null, 'GET', `/log/inclusion?kind=CASES&id=${id}${more}`);

test('heads are signed while there is something new, and no others; each extends the one before', async () => {
  const log = keeper();
  assert.equal((await call(null, 'GET', '/log/head')).body.code, 'LOG_IS_EMPTY');
  await open(3);
  assert.equal(await log.growNow(), true);
  const first = await head();
  assert.ok(await isHeadSigned(first));
  assert.equal((await call(null, 'GET', '/log/key')).body.publicKey, first.publicKey);
  assert.equal(await log.growNow(), false);
  assert.deepEqual(await head(), first);
  await open();
  await log.growNow();
  const { body } = await call(null, 'GET', `/log/consistency?from=${first.size}`);
  assert.deepEqual(logHeadFrom(body.earlier), first);
  assert.ok(isExtended(first, body.later, body.proof));
  assert.deepEqual((await call(null, 'GET', `/log/heads/${first.size}`)).body, first);
});

test('a wrong field of a query is refused by name', async () => {
  const [id] = await open();
  await keeper().growNow();
  const { size } = await head();
  for (const [path, status, code] of [
    [`/log/heads/${size + 1}`, 404, 'LOG_HEAD_NOT_FOUND'],
    ['/log/heads/0', 400, 'VALIDATION_FAILED'],
    ['/log/inclusion?kind=CASES&id=999999', 404, 'LEAF_NOT_FOUND'],
    ['/log/inclusion?kind=cases&id=1', 400, 'VALIDATION_FAILED'],
    [`/log/inclusion?kind=CASES&id=${id}&size=${size + 1}`, 404, 'LOG_HEAD_NOT_FOUND'],
    ['/log/consistency', 400, 'VALIDATION_FAILED'],
    ['/log/ledger/none', 400, 'VALIDATION_FAILED'],
    ['/log/ledger/999999', 404, 'LEAF_NOT_FOUND'],
    ['/log/commitments?stream=user:999999&nonce=1', 404, 'LEAF_NOT_FOUND'],
  ] as const) {
    const answer = await call(null, 'GET', path);
    assert.deepEqual([answer.status, answer.body.code], [status, code], path);
  }
});

test('sizes in the wrong order are refused', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  const { size } = await head();
  await open();
  await log.growNow();
  const later = await head();
  const { status, body } = await call(null, 'GET', `/log/consistency?from=${later.size}&to=${size}`);
  assert.deepEqual([status, body.code], [400, 'LOG_SIZES_REVERSED']);
});

test('a row whose transaction ends late still gets its leaf', async () => {
  const log = keeper();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: taken, resolve: hasTaken } = Promise.withResolvers<string>();
  const late = transaction(app.db, async (tx) => {
    const [row] = await tx.query<{ id: string }>(sql`select nextval('case_openings_id_seq') as id`);
    hasTaken(row?.id as string);
    await held;
    await copyOpening(tx, row?.id as string);
  });
  const lateId = await taken;
  const [id] = await open();
  const whileHeld = { hasGrown: await log.growNow(), status: (await inclusionOf(id as string)).status };
  release();
  await late;
  assert.deepEqual(whileHeld, { hasGrown: false, status: 404 }, 'while an id below is held nothing above it is logged');
  await log.growNow();
  assert.equal((await inclusionOf(id as string)).status, 200);
  assert.equal((await inclusionOf(lateId)).status, 200);
});

/** Acts like another process that opens a case with this id. */
const copyOpening = (tx: Tx, id: string) =>
  tx.query(sql`
    insert into case_openings overriding system value
    select (jsonb_populate_record(opening, jsonb_build_object('id', ${id}::bigint, 'nonce', opening.nonce + 1000))).*
    from case_openings opening order by id desc limit 1`);

test('two processes add every row once', async () => {
  const [one, other] = [keeper(), keeper()];
  const ids = await open(50);
  await Promise.all([one.growNow(), other.growNow(), one.growNow(), other.growNow()]);
  await one.growNow();
  const indexes = await Promise.all(ids.map(async (id) => (await inclusionOf(id)).body.index));
  assert.equal(new Set(indexes).size, 50);
});

const LOG_TABLES = ['log_sources', 'log_waiting', 'log_spans', 'log_tiles', 'log_heads', 'ledger_heads'];
const inReplica = (statements: readonly string[]) =>
  transaction(app.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(sql`${raw(statement)}`);
  });

/** Restores the log tables as a backup would. */
const backUp = () => inReplica(LOG_TABLES.map((table) => `create table ${table}_backup as table ${table}`));
const restore = () =>
  inReplica(
    LOG_TABLES.flatMap((table) => [
      `delete from ${table}`,
      `insert into ${table} ${table === 'ledger_heads' ? 'overriding system value' : ''} table ${table}_backup`,
    ]),
  );

test('a stop ends the growth after the present batch, and another process continues it', async () => {
  const ids = await open(5);
  const sources = sourcesOf(games).map((source) => ({ ...source, rowsAtOnce: 2 }));
  const stopping = keeper({ sources });
  const growing = stopping.growNow();
  await Promise.all([stopping.stop(), growing]);
  const areLogged = async () => Promise.all(ids.map(async (id) => (await inclusionOf(id)).status === 200));
  assert.deepEqual(await areLogged(), [true, true, false, false, false]);
  await keeper({ sources }).growNow();
  assert.deepEqual(await areLogged(), [true, true, true, true, true]);
});

test('a restored backup is said, nothing is signed over another history, and an administrator lets it go on', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  await backUp();
  const [lostId] = await open(2);
  await log.growNow();
  const lost = await head();
  await restore();
  assert.equal(await log.growNow(), false);
  const refused = await call(null, 'GET', '/log/head');
  assert.deepEqual([refused.status, refused.body.code], [503, 'LOG_INTERRUPTED']);
  const alerts = await app.db.query<{ kind: string }>(sql`select kind from alerts where resolved_at is null`);
  assert.deepEqual(alerts, [{ kind: 'LOG_INTERRUPTED' }]);

  const admin = await createAdmin(app.db);
  const resume = (who: Person | null) => call(who, 'POST', '/admin/log/resume', { reason: 'The disk failed' });
  assert.equal((await resume(player)).status, 403);
  await transaction(app.db, (tx) => app.settings.change(tx, { decisionFactorMinutes: 15, withdrawalWaitHours: 0 }));
  assert.equal((await resume(admin)).body.code, 'SECOND_FACTOR_NOT_FRESH');
  // The clock runs, so this step's code is good for one more step; a recovery code is always good.
  const { recoveryCodes } = await enableSecondFactor(call, admin, systemClock, 0);
  assert.equal((await call(admin, 'POST', '/payment/2fa/verify', { code: recoveryCodes[0] })).status, 200);
  const { status, body } = await resume(admin);
  assert.deepEqual([status, body], [200, { cause: 'BEHIND', lostSize: lost.size, lostRoot: lost.root }]);
  assert.equal((await resume(admin)).body.code, 'LOG_NOT_INTERRUPTED');
  await log.growNow();
  assert.deepEqual(await app.db.query(sql`select kind from alerts where resolved_at is null`), []);
  assert.equal((await inclusionOf(lostId as string)).status, 200);
  const { text } = (await call(null, 'GET', '/log/interruptions/1')).body;
  assert.equal(text, JSON.stringify(['INTERRUPTIONS', '1', lost.size, lost.root, 'The disk failed']));
  // The kept head proves that the log does not extend it.
  const { body: growth } = await call(null, 'GET', `/log/consistency?from=1`);
  assert.ok(growth.later === undefined || !isExtended(lost, growth.later, growth.proof));
});

test('a log that is restored under another address is compared with its last signed head', async () => {
  await open();
  await keeper({ formerHeadFile: path.join(app.deps.log.headFolder, 'named-after-one-address.json') }).growNow();
  await backUp();
  await open();
  await keeper().growNow();
  await restore();
  const moved = keeper({ formerHeadFile: path.join(app.deps.log.headFolder, 'named-after-another.json') });
  assert.equal((await moved.interruption())?.cause, 'BEHIND');
});

test('a head that an earlier version has kept, by the name of its time, is still compared', async () => {
  await open();
  await keeper().growNow();
  const { size } = await head();
  const formerHeadFile = path.join(app.deps.log.headFolder, 'former.json');
  await writeFile(formerHeadFile, `${JSON.stringify({ size: String(size + 1), root: '0'.repeat(64) })}\n`);
  const elsewhere = await mkdtemp(path.join(app.deps.log.headFolder, 'elsewhere-'));
  assert.equal((await keeper({ headFolder: elsewhere, formerHeadFile }).interruption())?.cause, 'BEHIND');
});

test('processes of a machine that write their head at once leave one that is whole', async () => {
  await open();
  await keeper().growNow();
  const file = await headFile();
  const trees = Array.from({ length: 40 }, (_, size) => ({ size: BigInt(size + 1), root: randomBytes(32) }));
  await Promise.all(trees.map((tree) => openHeadFile(file, null).write(tree)));
  const kept = await openHeadFile(file, null).read();
  assert.ok(trees.some(({ size, root }) => kept?.size === size && kept.root.equals(root)));
  assert.deepEqual((await readdir(app.deps.log.headFolder)).filter((name) => name.startsWith('log-head')).length, 1);
});

test('a key that was exchanged goes on signing as long as it is among the former ones', async () => {
  const former = app.deps.log.signingSeeds[0] as Buffer;
  await open();
  await keeper().growNow();
  const before = await head();
  const current = randomBytes(32);
  const rotated = keeper({ signingSeeds: [current, former] });
  await open();
  assert.equal(await rotated.growNow(), true);
  assert.equal((await head()).publicKey, before.publicKey);
  assert.ok(await isHeadSigned(await head()));
  assert.equal((await rotated.publicKey()).toString('hex'), before.publicKey);
  assert.equal((await keeper({ signingSeeds: [current] }).interruption())?.cause, 'KEY_CHANGED');
});

test('a head is never dated before the last one, whatever clock its process has', async () => {
  await open();
  await keeper().growNow();
  const { at } = await head();
  await open();
  await keeper({ clock: fixedClock(new Date(Date.parse(at) - 60_000)) }).growNow();
  assert.equal((await head()).at, at);
  assert.ok(await isHeadSigned(await head()));
});

test('heads of the ledger are logged whatever numbers were given up before them', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  // Attempts that were rolled back leave such a sequence.
  await app.db.query(sql`select setval('ledger_heads_id_seq', 100000)`);
  await open();
  await log.growNow();
  await log.growNow();
  const { status, body } = await call(null, 'GET', '/log/inclusion?kind=LEDGER&id=100001');
  assert.equal(status, 200, JSON.stringify(body));
});

/** The lines are written without the SQL of the log. */
async function linesOf(first: string, last: string): Promise<string> {
  const rows = await app.db.query<Record<string, unknown>>(sql`
    select *, (extract(epoch from created_at) * 1000000)::bigint::text as micros from transfers
    where id between ${first} and ${last} order by id`);
  const lines = rows.map((row) =>
    JSON.stringify([
      Number(row.id),
      Number(row.userId),
      row.debitAccount,
      row.creditAccount,
      Number(row.amountCents),
      row.type,
      row.reason,
      row.referenceType,
      row.referenceId,
      Number(row.micros),
    ]).replaceAll(',', ', '),
  );
  return lines.join('\n');
}

test('a digest of the ledger is computed from all transfers and the salt, which only administrators see', async () => {
  await open();
  await keeper().growNow();
  const shown = await call(null, 'GET', '/log/ledger/1');
  const [, , first, last, digest] = JSON.parse(shown.body.text) as [string, string, string, string, string];
  // A guesser knows the form of the lines and all fields but one, so a right guess gives these lines.
  const lines = await linesOf(first, last);
  const digestWith = (salt: Buffer) => createHash('sha256').update(salt).update(lines).digest('hex');

  const admin = await createAdmin(app.db);
  const { status, body } = await call(admin, 'GET', '/admin/log/ledger/1');
  assert.deepEqual([status, body.text], [200, shown.body.text]);
  const salt = Buffer.from(body.salt, 'hex');
  assert.equal(salt.length, 32);
  assert.equal(digestWith(salt), digest);
  assert.notEqual(digestWith(Buffer.alloc(0)), digest);
  assert.notEqual(digestWith(randomBytes(32)), digest);

  const answers = await Promise.all(
    [
      '/log/ledger/1',
      '/log/head',
      '/log/key',
      '/log/leaves',
      '/log/inclusion?kind=LEDGER&id=1',
      '/log/consistency?from=1',
    ].map((path) => call(null, 'GET', path)),
  );
  for (const { text } of answers) {
    for (const form of ['hex', 'base64', 'base64url'] as const) assert.ok(!text.includes(salt.toString(form)));
  }
  assert.equal((await call(player, 'GET', '/admin/log/ledger/1')).status, 403);
  assert.equal((await call(null, 'GET', '/admin/log/ledger/1')).status, 401);
  assert.equal((await call(admin, 'GET', '/admin/log/ledger/999999')).body.code, 'LEAF_NOT_FOUND');
});

test('each head of the ledger has a salt of its own, and none is added without', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  await open();
  await log.growNow();
  const salts = await app.db.query<{ salt: Buffer }>(sql`select salt from ledger_heads`);
  assert.equal(new Set(salts.map(({ salt }) => salt.toString('hex'))).size, 2);
  await assert.rejects(
    app.db.query(sql`insert into ledger_heads (first_transfer, last_transfer) values (1, 1)`),
    /ledger_heads_salt/,
  );
});

test('another key signs nothing', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  const before = await head();
  await open();
  const stranger = keeper({ signingSeeds: [randomBytes(32)] });
  assert.equal(await stranger.growNow(), false);
  assert.equal((await stranger.interruption())?.cause, 'KEY_CHANGED');
  assert.deepEqual(await head(), before);
  assert.equal(await log.growNow(), true);
});

test('a file with the last head that was edited signs nothing', async () => {
  const log = keeper();
  await open();
  await log.growNow();
  const file = await headFile();
  const kept = await readFile(file, 'utf8');
  await open();
  for (const edited of ['', '{}', kept.replace('"root":"', '"root":"0')]) {
    await writeFile(file, edited);
    assert.equal(await log.growNow(), false, edited);
    assert.equal((await log.interruption())?.cause, 'FILE_UNREADABLE');
  }
  await writeFile(
    file,
    kept.replace(/"root":"./, (begin) => begin.replace(/.$/, 'x')),
  );
  assert.equal(await log.growNow(), false);
  await writeFile(file, kept);
  assert.equal(await log.growNow(), true);
});
