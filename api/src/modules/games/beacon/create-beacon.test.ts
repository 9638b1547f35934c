import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { publishedAt, QUICKNET } from '@lisura/fairness';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import fc from 'fast-check';
import { flipBit, QUICKNET_1000, QUICKNET_657413 } from '../../../../../fairness/test/quicknet.ts';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { type Db, openDatabase } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { LONG_MS, startHttp } from '../../../platform/outbound/test-support.ts';
import { isOverdue, roundFor } from './beacon.records.ts';
import { createSignatureChecker, MAX_KEPT, REST_MS } from './create-beacon.ts';
import { type Beacon, type BeaconSource, createBeacon } from './index.ts';

const PERIOD_MS = 3_000;
const DELAY_SECONDS = 15;
const logger = silentLogger;
const clock = fixedClock('2026-11-15T12:00:00Z');
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let sandbox: Sandbox;
let beacon: Beacon;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger, poolSize: 5 });
  sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  beacon = createBeacon({ db, clock, logger, chain: sandbox.beacon, timeoutMs: LONG_MS });
});
after(async () => {
  await sandbox.close();
  await db.close();
  await database.drop();
});
beforeEach(async () => {
  await db.query(sql`truncate alerts`);
  await control({ fault: 'none', lateRounds: 0 });
  // Rounds that another test has read are behind.
  clock.advance(PERIOD_MS);
});

async function control(setting: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(setting);
  const { status } = await fetch(`${sandbox.url}/control/beacon`, { method: 'POST', headers, body });
  assert.equal(status, 200);
}

async function askedSoFar(): Promise<number> {
  const state = (await (await fetch(`${sandbox.url}/control/beacon`)).json()) as { requests: { asked: number } };
  return state.requests.asked;
}

/** The relay answers with the round and its chain. */
async function published(round: number) {
  const { url, publicKey } = await sandbox.beacon.source();
  const { genesis, period } = sandbox.beacon;
  const told = (await (await fetch(`${url}/public/${round}`)).json()) as object;
  return { ...told, chain: { hash: url.slice(-64), publicKey, genesis, period } };
}

/** The round of a list that is closed now; it waits until the round is published. */
function dueRound(): number {
  const { round, at } = beacon.roundFor(clock.now(), DELAY_SECONDS);
  clock.set(at);
  return round;
}

const openAlerts = () =>
  db.query<{ kind: string; level: string; flaw: string | null }>(sql`
    select kind, level, details ->> 'flaw' as flaw from alerts where resolved_at is null order by kind`);

test('a round is there when its time has come, and nobody is asked for it before', async () => {
  const { round, at } = beacon.roundFor(clock.now(), DELAY_SECONDS);
  assert.ok(at.getTime() - clock.now().getTime() >= DELAY_SECONDS * 1000);
  const asked = await askedSoFar();
  assert.equal(await beacon.read(round), null);
  clock.set(new Date(at.getTime() - 1));
  assert.equal(await beacon.read(round), null);
  assert.equal(await askedSoFar(), asked);
  clock.set(at);
  assert.deepEqual(await beacon.read(round), await published(round));
  assert.deepEqual(await openAlerts(), []);
});

test('many who wait for a round ask once', async () => {
  const round = dueRound();
  const asked = await askedSoFar();
  const told = await Promise.all(Array.from({ length: 20 }, () => beacon.read(round)));
  assert.equal(new Set(told).size, 1);
  assert.equal(await beacon.read(round), told[0]);
  assert.equal(await askedSoFar(), asked + 1);
});

test('rounds are not kept for ever', async () => {
  const first = dueRound();
  clock.advance(MAX_KEPT * PERIOD_MS);
  const rounds = Array.from({ length: MAX_KEPT + 1 }, (_, index) => first + index);
  for (const round of rounds) await beacon.read(round);
  const asked = await askedSoFar();
  await beacon.read(first + 1);
  assert.equal(await askedSoFar(), asked);
  await beacon.read(first);
  assert.equal(await askedSoFar(), asked + 1);
});

test('a beacon that is late delays: no other round and nothing else decides, and a person hears of it', async () => {
  const round = dueRound();
  await control({ lateRounds: 1_000 });
  assert.equal(await beacon.read(round), null);
  clock.advance(59_999);
  assert.equal(await beacon.read(round), null);
  assert.deepEqual(await openAlerts(), []);
  clock.advance(1);
  assert.equal(await beacon.read(round), null);
  assert.deepEqual(await openAlerts(), [{ kind: 'BEACON_LATE', level: 'WARNING', flaw: null }]);
  await control({ lateRounds: 0 });
  assert.deepEqual(await beacon.read(round), await published(round));
  assert.deepEqual(await openAlerts(), []);
});

const WRONG = [
  { fault: 'wrong-signature', flaw: 'SIGNATURE', says: /signature of round \d+ is not one of the key/ },
  { fault: 'wrong-round', flaw: 'ROUND', says: /Round \d+ was asked for and round \d+ was answered/ },
  { fault: 'wrong-randomness', flaw: 'RANDOMNESS', says: /randomness of round \d+ is not the SHA-256/ },
];
for (const { fault, flaw, says } of WRONG) {
  test(`${fault}: is refused with an alert, and the next good round ends that`, async () => {
    const round = dueRound();
    await control({ fault, times: 2 });
    await assert.rejects(beacon.read(round), { name: 'OutsideError', fault: 'UNREADABLE', message: says });
    await assert.rejects(beacon.read(round), { message: says });
    assert.deepEqual(await openAlerts(), [{ kind: 'BEACON_WRONG', level: 'CRITICAL', flaw }]);
    assert.deepEqual(await beacon.read(round), await published(round));
    assert.deepEqual(await openAlerts(), []);
  });
}

const UNUSABLE = [
  { fault: 'server-error', becomes: 'FAILED' },
  { fault: 'malformed', becomes: 'UNREADABLE' },
  { fault: 'oversized', becomes: 'UNREADABLE' },
  { fault: 'time-out', becomes: 'UNKNOWN' },
];
for (const { fault, becomes } of UNUSABLE) {
  test(`${fault}: gives no round, tells a person only when it lasts, and is not remembered`, async () => {
    const timeoutMs = fault === 'time-out' ? 50 : LONG_MS;
    const asking = createBeacon({ db, clock, logger, chain: sandbox.beacon, timeoutMs });
    const round = dueRound();
    await control({ fault });
    await assert.rejects(asking.read(round), { name: 'OutsideError', fault: becomes });
    assert.deepEqual(await openAlerts(), []);
    clock.advance(60_000);
    await assert.rejects(asking.read(round), { name: 'OutsideError', fault: becomes });
    assert.deepEqual(await openAlerts(), [{ kind: 'BEACON_LATE', level: 'WARNING', flaw: null }]);
    await control({ fault: 'none' });
    assert.deepEqual(await beacon.read(round), await published(round));
  });
}

test('a source that was silent is left alone for a while: nobody waits for it again, whatever the round', async (t) => {
  let isSilent = true;
  const { url, asked } = await startHttp(t, (response) =>
    isSilent ? response.destroy() : response.end(JSON.stringify(QUICKNET_1000)),
  );
  const { publicKey, genesis, period } = QUICKNET;
  const chain: BeaconSource = { genesis, period, source: async () => ({ url, publicKey }) };
  const asking = createBeacon({ db, clock, logger, chain, timeoutMs: LONG_MS });
  await assert.rejects(asking.read(1000), { fault: 'UNKNOWN' });
  isSilent = false;
  clock.advance(REST_MS - 1);
  for (const round of [1000, 1001]) await assert.rejects(asking.read(round), /silent a moment ago/);
  assert.equal(asked.length, 1);
  clock.advance(1);
  assert.partialDeepStrictEqual(await asking.read(1000), QUICKNET_1000);
});

test('a chain that the source does not have is one that is late', async () => {
  const { url, publicKey } = await sandbox.beacon.source();
  const source = async () => ({ url: url.replace(/[0-9a-f]{64}$/, '0'.repeat(64)), publicKey });
  const elsewhere = createBeacon({ db, clock, logger, chain: { ...sandbox.beacon, source }, timeoutMs: LONG_MS });
  const round = dueRound();
  assert.equal(await elsewhere.read(round), null);
  clock.advance(60_000);
  assert.equal(await elsewhere.read(round), null);
  assert.deepEqual(await openAlerts(), [{ kind: 'BEACON_LATE', level: 'WARNING', flaw: null }]);
});

test('a round that is none is not asked for', async () => {
  for (const round of [0, -1, 1.5, Number.NaN]) await assert.rejects(beacon.read(round), { code: 'ERR_ASSERTION' });
});

test('what quicknet has published is taken, and with a bit turned over it is not', async (t) => {
  let told: object = { ...QUICKNET_1000, previous_signature: '' };
  const { url, asked } = await startHttp(t, (response) => response.end(JSON.stringify(told)));
  const { publicKey, genesis, period } = QUICKNET;
  const chain: BeaconSource = { genesis, period, source: async () => ({ url: `${url}/52db9ba7`, publicKey }) };
  const quicknet = () => createBeacon({ db, clock, logger, chain, timeoutMs: LONG_MS });
  assert.deepEqual(await quicknet().read(1000), { ...QUICKNET_1000, chain: { ...QUICKNET, hash: '52db9ba7' } });
  assert.deepEqual(
    asked.map(({ url: path }) => path),
    ['/52db9ba7/public/1000'],
  );
  const signature = flipBit(QUICKNET_1000.signature, 200);
  told = { round: 1000, randomness: createHash('sha256').update(signature, 'hex').digest('hex'), signature };
  await assert.rejects(quicknet().read(1000), /signature of round 1000 is not one of the key/);
});

const { publicKey } = QUICKNET;

test('each of many at once gets its own answer', async () => {
  const isSigned = createSignatureChecker();
  const wrong = { ...QUICKNET_1000, signature: flipBit(QUICKNET_1000.signature, 383) };
  const asked = [QUICKNET_1000, wrong, QUICKNET_657413, wrong, wrong, QUICKNET_1000];
  const answers = await Promise.all(asked.map((each) => isSigned({ publicKey, ...each })));
  assert.deepEqual(answers, [true, false, true, false, false, true]);
});

test('a thread that fails takes along who waits for it, and nobody after', async () => {
  const isSigned = createSignatureChecker();
  const noKey = `8${'1'.repeat(191)}`;
  const answers = await Promise.allSettled([
    isSigned({ publicKey, ...QUICKNET_1000 }),
    isSigned({ publicKey: noKey, ...QUICKNET_1000 }),
    isSigned({ publicKey, ...QUICKNET_1000 }),
  ]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.equal(await isSigned({ publicKey, ...QUICKNET_657413 }), true);
});

test('the process does not wait while a signature is checked', async () => {
  const checking = createSignatureChecker()({ publicKey, ...QUICKNET_1000 }).then(() => 'checked');
  let turns = 0;
  const turn = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    turns += 1;
    return 'turned';
  };
  while ((await Promise.race([checking, turn()])) !== 'checked');
  assert.ok(turns > 10, `${turns} turns`);
});

const secondsAfterGenesis = (seconds: number) => new Date((QUICKNET.genesis + seconds) * 1000);

test('rounds are published from the genesis on', () => {
  assert.deepEqual(publishedAt(QUICKNET, 1), new Date('2023-08-23T15:09:27Z'));
  assert.deepEqual(publishedAt(QUICKNET, 1000), new Date('2023-08-23T15:59:24Z'));
});

test('the round of a list is the first that is published after the delay, to the millisecond', () => {
  const at = secondsAfterGenesis(30);
  assert.deepEqual(roundFor(QUICKNET, at, 30), { round: 21, at: secondsAfterGenesis(60) });
  assert.equal(roundFor(QUICKNET, new Date(at.getTime() - 1), 30).round, 21);
  assert.equal(roundFor(QUICKNET, new Date(at.getTime() + 1), 30).round, 22);
  assert.equal(roundFor(QUICKNET, at, 31).round, 22);
});

test('a game without a delay waits for two periods, as it did when it was created', () => {
  assert.deepEqual(roundFor(QUICKNET, secondsAfterGenesis(30), null), { round: 13, at: secondsAfterGenesis(36) });
});

test('before the genesis it is the first round of all', () => {
  assert.equal(roundFor(QUICKNET, new Date(0), 30).round, 1);
});

test('it is never nearer than the delay, and no earlier round would do', () => {
  const moments = fc.integer({ min: 0, max: 4e12 });
  const delays = fc.integer({ min: 1, max: 3600 });
  const chains = fc.record({ genesis: fc.integer({ min: 1, max: 4e9 }), period: fc.integer({ min: 1, max: 3600 }) });
  fc.assert(
    fc.property(chains, moments, delays, (times, atMs, delaySeconds) => {
      const { round, at } = roundFor(times, new Date(atMs), delaySeconds);
      const earliestMs = atMs + delaySeconds * 1000;
      assert.deepEqual(at, publishedAt(times, round));
      assert.ok(at.getTime() >= earliestMs);
      assert.ok(round === 1 || publishedAt(times, round - 1).getTime() < earliestMs);
    }),
  );
});

test('a round is overdue after a minute, or after twenty periods where those are longer', () => {
  const due = publishedAt(QUICKNET, 5).getTime();
  assert.equal(isOverdue(QUICKNET, 5, new Date(due + 59_999)), false);
  assert.equal(isOverdue(QUICKNET, 5, new Date(due + 60_000)), true);
  const slow = { genesis: 0, period: 30 };
  assert.equal(isOverdue(slow, 1, new Date(599_999)), false);
  assert.equal(isOverdue(slow, 1, new Date(600_000)), true);
});
