import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  failOverAgain,
  onReplicatedDatabase,
  type Scene,
  waitingCommits,
} from '../support/failover/failover-campaign.ts';

test('two processes on a PostgreSQL with a synchronous standby', async (t) => {
  await onReplicatedDatabase(async (scene) => {
    await scene.database.addStandby();
    await t.test('while the standby lags nothing is acknowledged, and reading goes on', () => playWhileLagging(scene));
    await t.test(
      'the primary is killed under load: nothing acknowledged is lost, both go on by themselves',
      async () => {
        const seed = randomInt(2 ** 31);
        t.diagnostic(`seed ${seed}`);
        const { firstSuccessMs, promotedMs, ...counts } = await failOverAgain(scene, { times: 1, seed });
        t.diagnostic(`first successes ${firstSuccessMs.map(Math.round).join(' and ')} ms after the kill`);
        t.diagnostic(`the standby was in charge after ${promotedMs.map(Math.round)} ms; ${JSON.stringify(counts)}`);
        assert.equal(counts.lost, 0);
      },
    );
  });
});

async function playWhileLagging({ database, urls, players, caseId }: Scene): Promise<void> {
  const [{ person } = assert.fail('nobody plays')] = players;
  const headers = { ...person.headers, 'content-type': 'application/json' };
  let isAnswered = false;
  database.holdBack();
  try {
    const opened = fetch(`${urls[0]}/api/cases/${caseId}/open`, { method: 'POST', headers, body: '{}' }).finally(() => {
      isAnswered = true;
    });
    while (!isAnswered && (await waitingCommits(database)) === 0) await pause(5);
    for (const url of urls) {
      for (const path of [`/cases/${caseId}`, '/user/balance', '/health/ready']) {
        const { status } = await fetch(`${url}/api${path}`, { headers: person.headers });
        assert.equal(status, 200, path);
      }
    }
    assert.equal(isAnswered, false, 'it was acknowledged without the standby');
    database.letThrough();
    assert.equal((await opened).status, 200);
  } finally {
    database.letThrough();
  }
}
