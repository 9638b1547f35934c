import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../test/support/databases.ts';
import { type PoolerMode, standAsPooler } from '../../test/support/pooler.ts';
import { refusePooler, throughRestart } from './ready-database.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
const starting = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });

/** The clock of the trial brings the database back. */
async function trial(failures: (nowMs: number) => Error | null) {
  let nowMs = 0;
  const said: string[] = [];
  const wait = async (ms: number) => {
    nowMs += ms;
  };
  const step = async () => {
    const failure = failures(nowMs);
    if (failure !== null) throw new Error(`cannot be used: ${failure.message}`, { cause: failure });
    return 'reached';
  };
  const outcome = await throughRestart(step, { say: (line) => said.push(line), now: () => nowMs, wait }).catch(
    (error: Error) => error.message,
  );
  return { outcome, said, nowMs };
}

test('a database that restarts is waited for, and that is said once', async () => {
  const { outcome, said, nowMs } = await trial((ms) => (ms < 20_000 ? refused() : ms < 40_000 ? starting() : null));
  assert.deepEqual([outcome, nowMs], ['reached', 40_000]);
  assert.deepEqual(said, [
    'PostgreSQL does not answer, and is waited for, 60 s at most: cannot be used: connect ECONNREFUSED 127.0.0.1:5432',
    'PostgreSQL answers.',
  ]);
});

test('one that does not come back within a minute ends the start', async () => {
  const { outcome, nowMs } = await trial(refused);
  assert.deepEqual([outcome, nowMs], ['cannot be used: connect ECONNREFUSED 127.0.0.1:5432', 60_000]);
});

test('one that answers and refuses is not waited for, and one that is there is not spoken of', async () => {
  const wrong = Object.assign(new Error('password authentication failed'), { code: '28P01' });
  assert.deepEqual(await trial(() => wrong), {
    outcome: 'cannot be used: password authentication failed',
    said: [],
    nowMs: 0,
  });
  assert.deepEqual(await trial(() => null), { outcome: 'reached', said: [], nowMs: 0 });
});

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase({ empty: true });
});
after(() => database.drop());

async function behindPooler(mode: PoolerMode): Promise<void> {
  const pooler = await standAsPooler(database.url, mode);
  try {
    await refusePooler(pooler.url);
  } finally {
    await pooler.close();
  }
}

test('PostgreSQL itself keeps sessions', () => refusePooler(database.url));

test('a pooler that gives each connection a session of its own, with its limits, may stand before it', () =>
  behindPooler('session'));

test('one that gives each transaction whichever session is free is refused', () =>
  assert.rejects(
    behindPooler('transaction'),
    /a pooler in transaction mode stands before it, .* connect to PostgreSQL itself/,
  ));

test('one that forgets the limits of a session is refused', () =>
  assert.rejects(
    behindPooler('session without limits'),
    /does not pass on the limits .* connect to PostgreSQL itself/,
  ));
