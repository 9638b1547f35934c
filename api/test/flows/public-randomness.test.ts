import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { games } from '../../src/app/modules.ts';
import { type BattlesWorld, worldOf } from '../../src/modules/games/battles/test-support.ts';
import { createBeacon } from '../../src/modules/games/beacon/index.ts';
import { createLogKeeper } from '../../src/modules/games/log/keep-log.ts';
import { sourcesOf } from '../../src/modules/games/log/sources.ts';
import { createRaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { type Clock, systemClock } from '../../src/platform/clock.ts';
import { HOUR_MS } from '../../src/platform/durations.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createPlayer } from '../support/people.ts';
import { use } from '../support/use-app.ts';
import { runVerifier } from '../support/verifier.ts';

// The path of a beacon's decision leads from the signature over the wire to the verdict of a player who trusts nobody.

/** The clock of the beacon is ahead, so that a named round is out by the next question. */
let aheadMs = 0;
const clock: Clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
const sandbox = use(
  () => startSandbox({ port: 0, now: () => clock.now() }),
  ({ close }) => close(),
);
let info: string;
before(async () => {
  info = await (await fetch(`${(await sandbox.beacon.source()).url}/info`)).text();
});

const beaconOn = (db: TestApp['db']) =>
  createBeacon({ db, clock, logger: silentLogger, chain: sandbox.beacon, timeoutMs: HOUR_MS });

const SERVER = 'http://platform.example';
const growLog = async ({ db, deps }: TestApp) => {
  const sources = sourcesOf(games);
  const log = createLogKeeper({ db, clock: systemClock, logger: silentLogger, sources, ...deps.log });
  assert.equal(await log.growNow(), true);
  return (await log.publicKey()).toString('hex');
};

/** Runs the command as a player with the key of the log, who asks the log or does not. */
async function assertVerdicts(app: TestApp, key: string, args: readonly string[]): Promise<void> {
  const asking = [`--server=${SERVER}`, `--key=${key}`];
  const proven = await runVerifier(app, [...args, `--chain=${info}`, ...asking]);
  assert.equal(proven.exitCode, 0, proven.stdout + proven.stderr);
  // A single signer can choose, so the chain of the sandbox is trusted only when told to. Without the log nobody knows
  // that nothing was chosen after the round.
  for (const less of [asking, [`--chain=${info}`], [`--chain=${info}`, `--server=${SERVER}`]]) {
    const { exitCode, stdout } = await runVerifier(app, [...args, ...less]);
    assert.deepEqual([exitCode, stdout.trimEnd().split('\n').at(-1)], [3, 'NOT CHECKED'], less.join());
  }
}

/** Runs `play` on an app with the sandbox's beacon and the least delay that is allowed. */
async function withBeacon(play: (app: TestApp) => Promise<void>): Promise<void> {
  const plain = await createTestApp();
  const app = await createTestApp({ beacon: beaconOn(plain.db), otherDefaults: { beaconDelaySeconds: 15 } });
  try {
    await play(app);
    assert.deepEqual(await findViolations(app.db), []);
  } finally {
    await app.close();
    await plain.close();
  }
}

async function playBattle(app: TestApp, more: object = {}): Promise<{ id: string; world: BattlesWorld }> {
  const world = await worldOf(app);
  const [ana, bia] = [await world.player(), await world.player()];
  const { id } = (await world.create(ana, { randomness: 'drand', ...more })).body;
  if ('seatCount' in more) await world.addBots(ana, id, 1);
  await world.join(bia, id);
  return { id, world };
}

async function endedBattle({ world, id }: { world: BattlesWorld; id: string }): Promise<string> {
  aheadMs += 60_000;
  await world.runJob('finish-battle', { battleId: id });
  const { body, text } = await world.get(null, id);
  assert.equal(body.status, 'COMPLETED');
  return text;
}

test('a battle is valid by the signature of its round, and by a head of the log that is older', () =>
  withBeacon(async (app) => {
    for (const more of [{}, { seatCount: 3 }]) {
      const played = await playBattle(app, more);
      const key = await growLog(app);
      await assertVerdicts(app, key, ['battle', await endedBattle(played)]);
    }
  }));

test('a battle whose seats came into the log after its round is not checked, and one with another round is not valid', () =>
  withBeacon(async (app) => {
    const late = await playBattle(app);
    const text = await endedBattle(late);
    const { db, deps } = app;
    const log = createLogKeeper({ db, clock, logger: silentLogger, sources: sourcesOf(games), ...deps.log });
    await log.growNow();
    const asking = [`--chain=${info}`, `--server=${SERVER}`, `--key=${(await log.publicKey()).toString('hex')}`];
    const unproven = await runVerifier(app, ['battle', text, ...asking]);
    assert.equal(unproven.exitCode, 3, unproven.stdout);
    assert.match(unproven.stdout, /no head that is older than the round/);
    // A server that waits for another round has to say that the last seat was taken later, and its own log contradicts it.
    const battle = JSON.parse(text);
    const startedAt = new Date(Date.parse(battle.startedAt) - 3_000).toISOString();
    const chosen = await runVerifier(app, ['battle', JSON.stringify({ ...battle, startedAt }), ...asking]);
    assert.match(chosen.stdout, /roundOfTerms/);
    assert.equal(chosen.exitCode, 1);
  }));

test('a new raffle is drawn with public randomness where a beacon is configured, and is valid in the same way', () =>
  withBeacon(async (app) => {
    const calls = await createRaffleCalls(app);
    const { id } = await calls.create({ maxTickets: 3 });
    await calls.buy(await createPlayer(app.db, 1_000), id, 3);
    await calls.runJob('fix-ticket-list', id);
    const key = await growLog(app);
    aheadMs += 60_000;
    const { status, body, text } = await calls.draw(id);
    assert.equal(status, 200, text);
    assert.deepEqual([body.randomness, body.beaconDelaySeconds], ['drand', 15]);
    await assertVerdicts(app, key, ['raffle', JSON.stringify(body), `--tickets=${(await calls.tickets(id)).text}`]);
  }));
