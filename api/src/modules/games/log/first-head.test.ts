import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIncluded, logHeadFrom } from '@lisura/fairness';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPlayer } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { games } from '../../../app/modules.ts';
import { systemClock } from '../../../platform/clock.ts';
import { silentLogger } from '../../../platform/observability/logger.ts';
import { createCase } from '../cases/openings/test-support.ts';
import { createLogKeeper } from './keep-log.ts';
import { sourcesOf } from './sources.ts';

const app = useApp(createTestApp);

const head = async () => logHeadFrom((await app.call(null, 'GET', '/log/head')).body);

test('the oldest head that has a leaf is shown with its proof, however many came since', async () => {
  const firstOf = (id: string) => app.call(null, 'GET', `/log/first-head?kind=CASES&id=${id}`);
  const sources = sourcesOf(games);
  const log = createLogKeeper({ db: app.db, clock: systemClock, logger: silentLogger, sources, ...app.deps.log });
  const [player, { id: caseId }] = [await createPlayer(app.db, 1_000_000), await createCase(app.db)];
  const open = async (): Promise<string[]> => {
    const { body } = await app.call(player, 'POST', `/cases/${caseId}/open`, {});
    return body.openings.map(({ id }: { id: string }) => id);
  };
  const [before] = await open();
  const none = { index: null, leafHash: null, head: null, proof: null };
  assert.deepEqual((await firstOf(String(before))).body, { kind: 'CASES', id: before, ...none });
  assert.deepEqual((await firstOf('999')).body, { kind: 'CASES', id: '999', ...none });
  await log.growNow();
  const earlier = await head();
  const [id] = await open();
  await log.growNow();
  const own = await head();
  await open();
  await log.growNow();
  const { body } = await firstOf(String(id));
  assert.deepEqual([body.kind, body.id, logHeadFrom(body.head)], ['CASES', id, own]);
  assert.ok(isIncluded(body, body.head));
  assert.deepEqual(logHeadFrom((await firstOf(String(before))).body.head), earlier);
  assert.equal((await app.call(null, 'GET', '/log/first-head?kind=CASES')).body.errors[0].field, 'id');
});
