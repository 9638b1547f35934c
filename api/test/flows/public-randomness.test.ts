import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type BattlesWorld, createBattlesWorld } from '../../src/modules/games/battles/test-support.ts';
import { createBeacon } from '../../src/modules/games/beacon/index.ts';
import { createRaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createPlayer } from '../support/people.ts';
import { runVerifier } from '../support/verifier.ts';

// What a beacon decides, from the signature over the wire to the verdict of who believes nobody.

/** The beacon's: it is ahead, so that a round that was named is out by the next question. */
let aheadMs = 0;
const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
let sandbox: Sandbox;
let info: string;
before(async () => {
  sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  info = await (await fetch(`${(await sandbox.beacon.source()).url}/info`)).text();
});
after(() => sandbox.close());

const beaconOn = (db: TestApp['db']) =>
  createBeacon({ db, clock, logger: silentLogger, chain: sandbox.beacon, timeoutMs: HOUR_MS });

async function assertVerdicts({ http }: Pick<TestApp, 'http'>, args: readonly string[]): Promise<void> {
  const believed = await runVerifier({ http }, [...args, `--chain=${info}`]);
  assert.equal(believed.exitCode, 0, believed.stdout + believed.stderr);
  // Who signs alone can choose: the chain of the sandbox is believed by nobody who was not told to.
  const unbelieved = await runVerifier({ http }, args);
  assert.deepEqual([unbelieved.exitCode, unbelieved.stdout.trimEnd().split('\n').at(-1)], [3, 'NOT CHECKED']);
}

test('a battle that a beacon decided is valid by the signature of its chain alone', async () => {
  const app = await createTestApp();
  let world: BattlesWorld | null = null;
  try {
    world = await createBattlesWorld({ beacon: beaconOn(app.db) });
    const [ana, bia] = [await world.player(), await world.player()];
    const { id } = (await world.create(ana, { randomness: 'drand' })).body;
    await world.join(bia, id);
    aheadMs += 60_000;
    await world.runJob('finish-battle', { battleId: id });
    const { body } = await world.get(ana, id);
    assert.equal(body.status, 'COMPLETED');
    await assertVerdicts(app, ['battle', JSON.stringify(body)]);
    assert.deepEqual(await findViolations(world.db), []);
  } finally {
    await world?.close();
    await app.close();
  }
});

test('a new raffle is drawn with public randomness where a beacon is configured, and is valid by its signature', async () => {
  const app = await createTestApp();
  const drawn = await createTestApp({ beacon: beaconOn(app.db) });
  try {
    const calls = await createRaffleCalls(drawn);
    const { id } = await calls.create({ maxTickets: 3 });
    await calls.buy(await createPlayer(drawn.db, 1_000), id, 3);
    await calls.runJob('fix-ticket-list', id);
    aheadMs += 60_000;
    const { status, body, text } = await calls.draw(id);
    assert.equal(status, 200, text);
    assert.equal(body.randomness, 'drand');
    await assertVerdicts(drawn, ['raffle', JSON.stringify(body), `--tickets=${(await calls.tickets(id)).text}`]);
    assert.deepEqual(await findViolations(drawn.db), []);
  } finally {
    await drawn.close();
    await app.close();
  }
});
