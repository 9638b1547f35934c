import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../../test/support/app.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { DAY_MS, MINUTE_MS } from '../../../../platform/durations.ts';
import type { Id } from '../../../../platform/ids.ts';
import { createCase } from '../../cases/openings/test-support.ts';
import { insertPlays } from '../test-support.ts';

let app: TestApp;
let caseId: Id<'case'>;
before(async () => {
  app = await createTestApp();
  caseId = (await createCase(app.db)).id;
});
after(() => app.close());

const profileOf = (id: string) => app.http.inject({ url: `/api/users/${id}/profile` });
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

async function playedBy(who: Person): Promise<void> {
  const values = [100, 9_000, 300, 700, 500, 400, 8_000, 200];
  await insertPlays(app.db, [
    { kind: 'deposit', who, at: ago(60 * DAY_MS), cents: 500_000 },
    { kind: 'opening', who, at: ago(45 * DAY_MS), caseId, priceCents: 100, valueCents: 77_000 },
    ...values.map((valueCents, place) => ({
      kind: 'opening' as const,
      who,
      at: ago(2 * DAY_MS - place * MINUTE_MS),
      caseId,
      priceCents: 100,
      valueCents,
    })),
    { kind: 'opening', who, at: ago(1_000), caseId, priceCents: 100, valueCents: 66_000 },
  ]);
}

test('everybody sees name, level and the best wins of late, and nothing of stakes or what is still shown', async () => {
  const who = await createPerson(app.db);
  await playedBy(who);
  await playedBy(await createPerson(app.db));
  const answer = await profileOf(who.userId);
  assert.equal(answer.statusCode, 200, answer.body);
  const { bestWins, username, memberSince, ...rest } = answer.json();
  assert.deepEqual(rest, { id: who.userId, avatarUrl: null, level: 2, nextLevelPlays: 40, plays: 10 });
  assert.equal(typeof username, 'string');
  assert.ok(Date.parse(memberSince) > 0);
  assert.deepEqual(
    bestWins.map((win: { userId: string; item: { valueCentsBrl: string } }) => [win.userId, win.item.valueCentsBrl]),
    ['9000', '8000', '700', '500', '400', '300'].map((cents) => [who.userId, cents]),
  );
  assert.doesNotMatch(answer.body, /platformId|tradeUrl|balance|wagered|nonce/);
});

test('who is new has level 1, who pauses is seen as before, and who cannot come in is not seen', async () => {
  const who = await createPerson(app.db);
  const { level, nextLevelPlays, plays, bestWins } = (await profileOf(who.userId)).json();
  assert.deepEqual([level, nextLevelPlays, plays, bestWins], [1, 10, 0, []]);
  const seen = (await profileOf(who.userId)).body;
  const paused = await app.http.inject({
    method: 'POST',
    url: '/api/user/self-exclusion',
    headers: who.headers,
    payload: { kind: 'PAUSE', days: 7, confirm: true },
  });
  assert.equal(paused.statusCode, 200, paused.body);
  assert.equal((await profileOf(who.userId)).body, seen);
  for (const status of ['SUSPENDED', 'BANNED']) {
    await app.db.query(sql`update users set status = ${status} where id = ${who.userId}`);
    assert.equal((await profileOf(who.userId)).statusCode, 404);
  }
  assert.equal((await profileOf('999999')).statusCode, 404);
  assert.equal((await profileOf('x')).statusCode, 400);
});
