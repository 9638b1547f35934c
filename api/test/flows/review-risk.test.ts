import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import { AMOUNT_CENTS, deposit, ITEM_CENTS, itemWithdrawal, payout, suspicion } from '../support/decisions/records.ts';
import type { Person } from '../support/people.ts';
import { countOfRequests } from '../support/recording-app.ts';
import { use } from '../support/use-app.ts';

const world = use(createDecidingApp, ({ end }) => end());

/** Each list has a way to make a row and the first step of a decision on it. */
const REVIEWS = [
  { list: '/admin/deposits', begin: deposit, step: 'confirm', content: `${AMOUNT_CENTS} ` },
  { list: '/admin/withdrawals', begin: payout, step: 'approve', content: `${AMOUNT_CENTS}` },
  { list: '/admin/skin-withdrawals', begin: itemWithdrawal, step: 'approve', content: null },
];
type Review = (typeof REVIEWS)[number];

async function rowsOf({ list }: Review, { userId }: Person, reader = world.ana) {
  const { status, body, text } = await world.call(reader, 'GET', `${list}?userId=${userId}`);
  assert.equal(status, 200, text);
  return body.data;
}
const riskOf = async (review: Review, owner: Person) => (await rowsOf(review, owner))[0].risk;

for (const review of REVIEWS) {
  const { list, begin, step, content } = review;

  test(`${list}: facts against the owner are shown, and their absence too`, async () => {
    const owner = await world.player();
    await begin(world, owner);
    const createdAt = new Date(world.clock.now().getTime() - 40 * DAY_MS);
    await world.app.db.query(sql`update users set created_at = ${createdAt} where id = ${owner.userId}`);
    const clear = {
      status: 'ACTIVE',
      exclusion: null,
      withdrawalsSuspended: false,
      suspicions: [],
      accountCreatedAt: createdAt.toISOString(),
      accountAgeDays: 40,
      returnedDeposits: { count: 0, cents: '0' },
      proposal: null,
    };
    assert.deepEqual(await riskOf(review, owner), clear);
    const suspicionId = await suspicion(world, owner);
    const asked = { kind: 'PAUSE', days: 1, confirm: true };
    assert.equal((await world.call(owner, 'POST', '/user/self-exclusion', asked)).status, 200);
    await world.call(world.ana, 'POST', `/admin/users/${owner.userId}/ban`, { reason: 'A test' });
    const until = new Date(world.clock.now().getTime() + DAY_MS).toISOString();
    assert.deepEqual(await riskOf(review, owner), {
      ...clear,
      status: 'BANNED',
      exclusion: { kind: 'PAUSE', until },
      suspicions: ['SHARED_ADDRESS'],
    });
    const note = { note: 'A family' };
    assert.equal(
      (await world.call(world.ana, 'POST', `/admin/fraud/suspects/${suspicionId}/review`, note)).status,
      200,
    );
    world.clock.advance(DAY_MS);
    assert.deepEqual(await riskOf(review, owner), { ...clear, status: 'BANNED', accountAgeDays: 41 });
  });

  test(`${list}: a proposal is shown on its record while it counts`, async () => {
    const { ana, bia, clock } = world;
    const owner = await world.player();
    const other = await begin(world, owner);
    const id = await begin(world, owner);
    await world.set({ twoPersonCents: ITEM_CENTS - 1 });
    const decide = (who: Person) => world.call(who, 'POST', `${list}/${id}/${step}`, { reason: 'A test' });
    const proposals = async (reader = ana) => {
      const rows: { id: string; risk: { proposal: unknown } }[] = await rowsOf(review, owner, reader);
      return new Map(rows.map((row) => [row.id, row.risk.proposal]));
    };
    await world.verify(ana);
    assert.equal((await decide(ana)).body.code, 'SECOND_ADMINISTRATOR_NEEDED');
    const proposedAt = clock.now();
    const shown = (await proposals()).get(id) as { content: string };
    assert.deepEqual(shown, {
      action: step,
      content: content ?? shown.content,
      proposedBy: ana.userId,
      proposerName: `Player ${ana.platformId.slice(-4)}`,
      reason: 'A test',
      proposedAt: proposedAt.toISOString(),
      expiresAt: new Date(proposedAt.getTime() + DAY_MS).toISOString(),
    });
    assert.equal((await proposals()).get(other), null);
    const setStatus = (status: string) =>
      world.app.db.query(sql`update users set status = ${status} where id = ${ana.userId}`);
    await setStatus('SUSPENDED');
    assert.equal((await proposals(bia)).get(id), null, 'who made it is not let in');
    await setStatus('ACTIVE');
    clock.advance(DAY_MS);
    assert.equal((await proposals()).get(id), null, 'it counts no more');
    await world.verify(ana, bia);
    await decide(ana);
    const { status, body, text } = await decide(bia);
    assert.deepEqual([status, body.risk?.status, body.risk?.proposal], [200, 'ACTIVE', null], text);
  });

  test(`${list}: a page takes the same number of statements for any number of rows`, async () => {
    const { app } = world;
    const [one, several] = [await world.player(), await world.player()];
    await begin(world, one);
    for (let count = 0; count < 4; count += 1) await begin(world, several);
    const statementsFor = async (owner: Person, rows: number) => {
      app.statements.length = 0;
      assert.equal((await rowsOf(review, owner)).length, rows);
      return countOfRequests(app);
    };
    const expected = await statementsFor(one, 1);
    assert.ok(expected > 0);
    assert.equal(await statementsFor(several, 4), expected);
  });
}

test('a closed account is shown as such, without an exclusion', async () => {
  const [review] = REVIEWS;
  assert.ok(review !== undefined);
  const owner = await world.player();
  const id = await deposit(world, owner);
  await world.call(world.bia, 'POST', `/admin/deposits/${id}/reject`, { reason: 'A test' });
  const closed = await world.call(owner, 'POST', '/user/close-account', { confirm: true });
  assert.equal(closed.status, 200, closed.text);
  assert.partialDeepStrictEqual(await riskOf(review, owner), { status: 'CLOSED', exclusion: null });
});
