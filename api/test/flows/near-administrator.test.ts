import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  openWithdrawals,
  resetMarket,
  withdraw,
  withItem,
} from '../../src/modules/trade/item-withdrawals/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { createDecidingApp } from '../support/decisions/deciding-app.ts';
import * as records from '../support/decisions/records.ts';
import { createPerson, type Person } from '../support/people.ts';
import { use } from '../support/use-app.ts';

/** Two people gained from an administrator's adjustment; one of them has used the administrator's address. */
const bench = use(
  () => openWithdrawals({ environment: { ADMIN_PLATFORM_IDS: PLATFORM_IDS.join() } }),
  ({ close }) => close(),
);
const PLATFORM_IDS = ['76561198000000001', '76561198000000002'] as const;
let admin: Person;
let other: Person;
let near: Awaited<ReturnType<typeof withItem>>;
let elsewhere: Awaited<ReturnType<typeof withItem>>;
before(async () => {
  await resetMarket(bench);
  const { app, call } = bench;
  const [platformId, otherPlatformId] = PLATFORM_IDS;
  admin = await createPerson(app.db, { platformId });
  other = await createPerson(app.db, { platformId: otherPlatformId });
  [near, elsewhere] = [await withItem(bench), await withItem(bench)];
  for (const { person } of [near, elsewhere]) {
    const body = { amountCents: 100, reason: 'A test' };
    const { status, text } = await call(admin, 'POST', `/admin/users/${person.userId}/balance`, body);
    assert.equal(status, 200, text);
  }
  const addresses: [Person, string][] = [
    [admin, '203.0.113.7'],
    [near.person, '203.0.113.7'],
    [elsewhere.person, '203.0.113.8'],
  ];
  for (const [{ sessionHash }, ip] of addresses)
    await app.db.query(sql`insert into session_addresses (session_id, ip) values (${sessionHash}, ${ip})`);
});

test('the item withdrawal of an account near the administrator waits for review, and another one does not', async () => {
  const statusOf = async ({ person, id }: typeof near) => {
    const { status, body, text } = await withdraw(bench, person, id);
    assert.ok(status < 300, text);
    const [row] = await bench.app.db.query<{ status: string; reasons: string[] | null }>(sql`
      select status, (
        select metadata -> 'reviewReasons' from audit_entries
        where entity_type = 'skin-withdrawal' and entity_id = market_withdrawals.id::text
          and action = 'SKIN_WITHDRAWAL_REQUESTED') as reasons
      from market_withdrawals where id = ${body.withdrawalId}`);
    return row ?? assert.fail();
  };
  const waiting = { status: 'PENDING_APPROVAL', reasons: ['GAINS_NEAR_ADMINISTRATOR'] };
  assert.deepEqual(await statusOf(near), waiting);
  const bought = await statusOf(elsewhere);
  assert.notEqual(bought.status, 'PENDING_APPROVAL');
  assert.equal(bought.reasons, null);
});

test('the fraud page lists the account, and only another administrator reviews it', async () => {
  const { app, call } = bench;
  const set = app.jobSets.find(({ tasks }) => 'watch-suspects' in tasks);
  await set?.tasks['watch-suspects']?.({});
  const { body } = await call(other, 'GET', '/admin/fraud/suspects?reason=GAINS_NEAR_ADMINISTRATOR');
  const listed = body.data.map((each: { userId: string; figures: { administratorId: string } }) => [
    each.userId,
    each.figures.administratorId,
  ]);
  assert.deepEqual(listed, [[near.person.userId, admin.userId]]);
  const review = (who: Person) =>
    call(who, 'POST', `/admin/fraud/suspects/${body.data[0].id}/review`, { note: 'Looked at' });
  const refused = await review(admin);
  assert.deepEqual([refused.status, refused.body.code], [403, 'OWN_RECORD']);
  const reviewed = await review(other);
  assert.equal(reviewed.status, 200, reviewed.text);
});

test('a withdrawal of the account is approved by another administrator, or by the only one', async (t) => {
  const world = await createDecidingApp();
  t.after(() => world.end());
  const { app, call, ana, bia } = world;
  const player = await world.player();
  await world.verify(ana, bia);
  await app.db.query(sql`update sessions set ip = '203.0.113.7' where user_id in (${ana.userId}, ${player.userId})`);
  const ofBoth = async () => [
    `skin-withdrawals/${await records.itemWithdrawal(world, player)}`,
    `withdrawals/${await records.payout(world, player)}`,
  ];
  const approve = async (who: Person, path: string) => {
    const { status, body } = await call(who, 'POST', `/admin/${path}/approve`);
    return status < 300 ? 200 : [status, body.code];
  };
  const given = await call(ana, 'POST', `/admin/users/${player.userId}/balance`, { amountCents: 1, reason: 'A test' });
  assert.equal(given.status, 200, given.text);
  for (const path of await ofBoth()) {
    assert.deepEqual(await approve(ana, path), [403, 'OWN_RECORD'], path);
    assert.equal(await approve(bia, path), 200, path);
  }
  await world.set({ twoPersonCents: 0 });
  for (const path of await ofBoth()) assert.equal(await approve(ana, path), 200, path);
});
