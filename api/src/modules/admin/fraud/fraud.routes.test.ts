import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { explainRead } from '../../../../test/support/explained-reads.ts';
import { insertWithdrawal } from '../../../../test/support/past-days.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useSoundApp } from '../../../../test/support/use-app.ts';
import { rollUps, wagerGames } from '../../../app/modules.ts';
import { fixedClock } from '../../../platform/clock.ts';
import { type Tx, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { parseDay } from '../../../platform/days.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { rollUpDays } from '../../../platform/roll-ups/roll-up-days.ts';
import { createCase } from '../../games/cases/openings/test-support.ts';
import { oddsDays } from '../../games/statistics/index.ts';
import { insertPlays, type Play } from '../../games/statistics/test-support.ts';
import { netCents } from './fraud.records.ts';
import { listLucky, listSharing, readMoney } from './fraud.sql.ts';

const clock = fixedClock('2025-11-20T15:00:00Z');
const app = useSoundApp(() => createTestApp({ clock }));
let admin: Person;
/** This person won every upgrade. */
let lucky: Person;
let fair: Person;
let passing: Person;
let neighbours: [Person, Person, Person, Person];
before(async () => {
  const person = async (ip: string) => {
    const created = await createPerson(app.db);
    await app.db.query(sql`update sessions set ip = ${ip} where id = ${created.sessionHash}`);
    return created;
  };
  admin = await createAdmin(app.db);
  [lucky, fair, passing] = [await person('192.0.2.1'), await person('192.0.2.2'), await person('192.0.2.3')];
  neighbours = [
    await person('198.51.100.7'),
    await person('198.51.100.7'),
    await person('198.51.100.7'),
    await person('203.0.113.1'),
  ] as unknown as typeof neighbours;
  await app.db.query(sql`
    insert into session_addresses (session_id, ip) values (${neighbours[3].sessionHash}, '198.51.100.7')`);
  await insertPlays(app.db, await plays());
  await insertWithdrawal(app.db, passing, 40_000, '2025-11-18T12:00:00Z', '2025-11-19T12:00:00Z');
  await insertWithdrawal(app.db, fair, 10_000, '2025-11-18T12:00:00Z', '2025-11-19T12:00:00Z');
});

const TARGET = { itemsCents: 1_000, balanceCents: 0, targetCents: 9_000 };

async function plays(): Promise<Play[]> {
  const caseId = (await createCase(app.db, { widths: [5_000_000, 5_000_000] })).id;
  const wins = Array.from({ length: 24 }, (_, index): Play => {
    const at = `2025-11-${18 + (index % 3)}T12:${String(index).padStart(2, '0')}:00Z`;
    return { kind: 'upgrade', who: lucky, at, ...TARGET, won: true };
  });
  const openings = Array.from({ length: 40 }, (_, index): Play => {
    const at = `2025-11-19T13:${String(index).padStart(2, '0')}:00Z`;
    return { kind: 'opening', who: fair, at, caseId, priceCents: 500, valueCents: 10 };
  });
  const losses = [18, 19].map((day): Play => {
    return { kind: 'upgrade', who: fair, at: `2025-11-${day}T14:00:00Z`, ...TARGET, won: false };
  });
  const paidIn: Play[] = [passing, fair].map((who) => ({
    kind: 'deposit',
    who,
    at: '2025-11-17T12:00:00Z',
    cents: 50_000,
  }));
  const early: Play = { kind: 'deposit', who: lucky, at: '2025-09-01T12:00:00Z', cents: 100 };
  return [...wins, ...openings, ...losses, ...paidIn, early];
}

const watch = async () => {
  const set = app.jobSets.find(({ tasks }) => 'watch-suspects' in tasks);
  await set?.tasks['watch-suspects']?.({});
};
const suspects = async (query = '') => {
  const { status, body, text } = await app.call(admin, 'GET', `/admin/fraud/suspects${query}`);
  assert.equal(status, 200, text);
  return body;
};
const review = (id: string, body: object) => app.call(admin, 'POST', `/admin/fraud/suspects/${id}/review`, body);
const riskOf = async ({ userId }: Person) => (await app.call(admin, 'GET', `/admin/users/${userId}/risk`)).body;

interface Listed {
  id: string;
  userId: string;
  reason: string;
  figures: Record<string, unknown>;
}
const reasonsOf = (data: readonly Listed[]) => data.map(({ userId, reason }) => `${userId} ${reason}`).sort();
const expected = () =>
  [
    `${lucky.userId} WINS_BEYOND_ODDS`,
    `${passing.userId} DEPOSIT_WITHDRAW_WITHOUT_PLAY`,
    ...neighbours.map(({ userId }) => `${userId} SHARED_ADDRESS`),
  ].sort();

test('users who win beyond the odds, pass money through or share an address are found, and no others', async () => {
  await watch();
  const { data, meta } = await suspects();
  assert.deepEqual([reasonsOf(data), meta.total], [expected(), 6]);
  const figuresOf = (person: Person) => data.find(({ userId }: Listed) => userId === person.userId).figures;
  // Each has a spread of 2700.
  assert.deepEqual(figuresOf(lucky), {
    plays: 24,
    wonCents: '216000',
    expectedCents: '21600',
    zScore: Math.round(100 * (194_400 / Math.sqrt(24 * 2_700 ** 2))) / 100,
    cautiousScore: Math.round(100 * (194_400 / Math.sqrt(24 * 2_700 ** 2 + 9_000 * 64_800))) / 100,
  });
  assert.deepEqual(figuresOf(passing), { depositedCents: '50000', withdrawnCents: '40000', wageredCents: '0' });
  assert.deepEqual(figuresOf(neighbours[3]), { otherUsers: 3 });
  await rollUpDays({ db: app.db, clock, rollUps });
  clock.advance(1_000);
  await watch();
  const lastFoundAt = clock.now().toISOString();
  assert.deepEqual(
    (await suspects()).data,
    data.map((each: Listed) => ({ ...each, lastFoundAt })),
  );
});

test('they are filtered by reason and state, page by page', async () => {
  await watch();
  const shared = await suspects('?reason=SHARED_ADDRESS&limit=3&page=2');
  assert.deepEqual([shared.data.length, shared.meta], [1, { page: 2, limit: 3, total: 4 }]);
  assert.deepEqual((await suspects('?page=99')).data, []);
  assert.deepEqual((await suspects('?state=OVER')).data, []);
  for (const [query, field] of [
    ['reason=LUCK', 'reason'],
    ['state=NEW', 'state'],
    ['page=0', 'page'],
  ]) {
    const { status, body } = await app.call(admin, 'GET', `/admin/fraud/suspects?${query}`);
    assert.deepEqual([status, body.errors[0].field], [400, field]);
  }
});

test('a reviewed suspicion stays closed until it weighs clearly more, and the review is in the trail', async () => {
  await watch();
  const [{ id }] = (await suspects('?reason=DEPOSIT_WITHDRAW_WITHOUT_PLAY')).data;
  for (const body of [{}, { note: ' ' }, { note: 'x'.repeat(501) }]) {
    assert.deepEqual((await review(id, body)).body.errors[0].field, 'note');
  }
  const [first, second] = await Promise.all([review(id, { note: 'One' }), review(id, { note: 'Two' })]);
  assert.deepEqual([first?.status, second?.body], [200, first?.body]);
  assert.deepEqual([first?.body.state, first?.body.review.by], ['REVIEWED', admin.userId]);
  const entries = await app.db.query<{
    userId: string | null;
    entityId: string;
    metadata: Record<string, unknown>;
  }>(sql`
    select user_id, entity_id, metadata from audit_entries
    where action = 'SUSPICION_REVIEWED'`);
  assert.deepEqual(entries.length, 1);
  const { userId, entityId, metadata } = entries[0] as (typeof entries)[number];
  assert.deepEqual([userId, entityId, metadata.note], [null, passing.userId, first?.body.review.note]);

  const statesOf = async () => (await riskOf(passing)).suspicions.map(({ state }: { state: string }) => state);
  await watch();
  assert.deepEqual(await statesOf(), ['REVIEWED']);
  await insertPlays(app.db, [{ kind: 'deposit', who: passing, at: '2025-11-20T12:00:00Z', cents: 50_000 }]);
  await insertWithdrawal(app.db, passing, 19_900, '2025-11-20T12:30:00Z', '2025-11-20T12:40:00Z');
  await watch();
  assert.deepEqual(await statesOf(), ['REVIEWED']);
  await insertWithdrawal(app.db, passing, 100, '2025-11-20T12:50:00Z', '2025-11-20T12:55:00Z');
  await watch();
  assert.deepEqual(await statesOf(), ['OPEN']);
  assert.equal((await review('999999', { note: 'None' })).status, 404);
});

test('a suspicion without evidence is over, and so is that of a banned user', async () => {
  await watch();
  const [{ id }] = (await suspects('?reason=WINS_BEYOND_ODDS')).data;
  await app.db.query(sql`update users set status = 'BANNED' where id = ${lucky.userId}`);
  clock.advance(1_000);
  await watch();
  assert.deepEqual((await suspects('?reason=WINS_BEYOND_ODDS')).data, []);
  assert.deepEqual(reasonsOf((await suspects('?state=OVER')).data), [`${lucky.userId} WINS_BEYOND_ODDS`]);
  assert.equal((await review(id, { note: 'Late' })).status, 409);
  await app.db.query(sql`update users set status = 'ACTIVE' where id = ${lucky.userId}`);
  await watch();
  assert.equal((await suspects('?reason=WINS_BEYOND_ODDS')).data[0].id, id);
  clock.set('2025-12-25T15:00:00Z');
  await watch();
  assert.deepEqual(
    (await suspects()).data.map(({ reason }: Listed) => reason),
    neighbours.map(() => 'SHARED_ADDRESS'),
  );
  clock.set('2025-11-20T16:00:00Z');
});

test('a page tells everything about a user', async () => {
  await app.db.query(sql`
    insert into audit_entries (action, user_id) values ('DEVICE_MISMATCH', ${fair.userId}), ('LOGIN', ${fair.userId})`);
  await rollUpDays({ db: app.db, clock, rollUps });
  await app.call(fair, 'PUT', '/user/limits', { wager: { dayCents: '5000' } });
  const risk = await riskOf(fair);
  assert.equal(risk.user.id, fair.userId);
  const inventory = await app.db.query<{ cents: bigint }>(sql`
    select sum(value_cents_brl) as cents from inventory_items held join items on items.id = item_id
    where user_id = ${fair.userId} and held.status = 'AVAILABLE'`);
  const inventoryCents = inventory[0]?.cents.toString();
  assert.deepEqual(risk.money, {
    depositedCents: '50000',
    returnedCents: '0',
    withdrawnCents: '10000',
    itemsWithdrawnCents: '0',
    adjustedCents: '0',
    balanceCents: '20000',
    heldCents: '0',
    debtCents: '0',
    inventoryCents,
    netCents: String(10_000 + 20_000 + Number(inventoryCents) - 50_000),
  });
  assert.deepEqual(risk.plays, {
    wageredCents: '22000',
    wonCents: '400',
    games: risk.plays.games.toSorted((one: Named, other: Named) => one.game.localeCompare(other.game)),
  });
  assert.deepEqual(risk.plays.games[0], { game: 'CASES', plays: 40, playsWon: 40 });
  // The items of 10 and 20 cents are equally likely; two upgrades were for 9000 at 10 percent.
  assert.deepEqual(
    [risk.odds.plays, risk.odds.wonCents, risk.odds.expectedCents],
    [42, inventoryCents, String(40 * 15 + 2 * 900)],
  );
  const variances = await app.db.query<{ variance: number }>(sql`
    select sum(variance)::float8 as variance from odds_days where user_id = ${fair.userId} group by game order by game`);
  assert.deepEqual(
    variances.map(({ variance }) => variance),
    [40 * 5 ** 2, 2 * 0.09 * 9_000 ** 2],
  );
  assert.ok(risk.odds.zScore < 0);
  assert.equal(risk.odds.cautiousScore, 0);
  assert.deepEqual(
    risk.sessions.map(({ ip, otherAddresses }: { ip: string; otherAddresses: string[] }) => [ip, ...otherAddresses]),
    [['192.0.2.2', '127.0.0.1']],
  );
  assert.deepEqual([risk.sharedAddresses.total, risk.sharedAddresses.users[0].id], [1, admin.userId]);
  assert.deepEqual([risk.unsettled.balance, risk.unsettled.holds, risk.unsettled.deposits], [1, 0, 0]);
  assert.equal(risk.protection.wager.day.limitCents, '5000');
  assert.deepEqual(
    risk.security.map(({ action }: { action: string }) => action),
    ['SUSPICIOUS_IP_CHANGE', 'DEVICE_MISMATCH'],
  );
  assert.deepEqual(risk.suspicions, []);
});

/** Nothing is committed, so these rows need not satisfy the invariants. */
const undone = (work: (tx: Tx) => Promise<void>) =>
  assert.rejects(
    transaction(app.db, async (tx) => {
      await work(tx);
      throw new Error('undone');
    }),
    /^Error: undone$/,
  );

test('a deposit that was given back was not put in, and one that waited for a decision never was', async () => {
  const before = await readMoney(app.db, fair.userId);
  await undone(async (tx) => {
    const [deposit] = await tx.query<{ id: string }>(sql`
      insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at)
      values (${fair.userId}, 'pix', ${'a'.repeat(26)}, 5000, now(), now()) returning id`);
    await tx.query(sql`
      insert into deposit_payments (end_to_end_id, deposit_id, amount_cents, paid_at, received_at, status, fault)
      values ('credited', ${deposit?.id}, 5000, now(), now(), 'CREDITED', null),
        ('waiting', ${deposit?.id}, 5000, now(), now(), 'WAITING', 'PAID_BEFORE')`);
    await tx.query(sql`
      insert into deposit_returns (end_to_end_id, return_id, deposit_id, status, amount_cents, returned_at, received_at)
      values ('credited', 'one', ${deposit?.id}, 'DONE', 1000, now(), now()),
        ('credited', 'two', ${deposit?.id}, 'OPEN', 500, now(), now()),
        ('credited', 'three', ${deposit?.id}, 'FAILED', 700, now(), now()),
        ('waiting', 'one', ${deposit?.id}, 'DONE', 5000, now(), now())`);
    const after = await readMoney(tx, fair.userId);
    assert.deepEqual(after, { ...before, returnedCents: 1_500n });
    assert.equal(netCents(after) - netCents(before), 1_500n);
  });
});

interface Named {
  game: string;
}

test('lucky users are found in the stored days, without reading the tables of plays', async () => {
  await rollUpDays({ db: app.db, clock, rollUps });
  const odds = oddsDays(wagerGames).map((days) => days.between(parseDay('2025-11-10'), parseDay('2025-11-19')));
  const limits = { zScore: 5, minCents: 1n, playPercent: 0, sharedUsers: 0 };
  const plan = await explainRead(app.db, (db) => listLucky(db as unknown as Tx, odds, limits));
  const scans = plan.filter((line) => /on (case_openings|case_version_items|upgrades)\b/.test(line));
  assert.ok(scans.length >= 2, plan.join('\n'));
  assert.deepEqual(
    scans.filter((line) => !line.includes('never executed')),
    [],
  );
});

test('the page names other users of an address, at whatever point a session was seen there', async () => {
  const [one, two, three, roaming] = neighbours;
  const { sharedAddresses } = await riskOf(roaming);
  assert.deepEqual(
    [sharedAddresses.total, sharedAddresses.users.map(({ id }: { id: string }) => id)],
    [3, [three.userId, two.userId, one.userId]],
  );
  assert.deepEqual(sharedAddresses.users[0].addresses, ['198.51.100.7']);
  const back = (await riskOf(one)).sharedAddresses;
  assert.equal(back.users[0].id, roaming.userId);
  assert.equal(JSON.stringify(await riskOf(roaming)).includes(roaming.sessionId), false, 'who reads it is not in');
});

test('where too many share an address, small rings are named first', async () => {
  await undone(async (tx) => {
    const many = [lucky, fair, passing, admin, neighbours[0]].map(({ sessionHash }) => sessionHash);
    await tx.query(sql`
      insert into session_addresses (session_id, ip) select unnest(${many}::text[]), '198.51.100.10'`);
    const limits = { zScore: 5, minCents: 1n, playPercent: 0, sharedUsers: 3 };
    const found = await listSharing(tx, limits, neighbours.length);
    const others = [4, 3, 3, 3];
    assert.deepEqual(
      found,
      neighbours.map(({ userId }, index) => ({ userId, otherUsers: others[index] })),
    );
  });
});

test('a reopened suspicion waits for a review, even if it weighs less or was over in between', async () => {
  const everybody = [lucky, fair, passing, ...neighbours];
  /** The state of the first user, an hour later, after so many came from an address. */
  const stateAfter = async (people: number) => {
    const sessions = everybody.slice(0, people).map(({ sessionHash }) => sessionHash);
    await app.db.query(sql`delete from session_addresses where ip = '198.51.100.9'`);
    await app.db.query(sql`
      insert into session_addresses (session_id, ip) select unnest(${sessions}::text[]), '198.51.100.9'`);
    clock.advance(HOUR_MS);
    await watch();
    return (await found())?.state;
  };
  const found = async (): Promise<Listed & { state: string }> =>
    (await riskOf(lucky)).suspicions.find(({ reason }: Listed) => reason === 'SHARED_ADDRESS');
  const lookAt = async () => assert.equal((await review((await found()).id, { note: 'A household' })).status, 200);

  assert.equal(await stateAfter(4), 'OPEN');
  await lookAt();
  assert.equal(await stateAfter(5), 'REVIEWED');
  const states = [];
  for (const people of [6, 5, 3, 4]) states.push(await stateAfter(people));
  assert.deepEqual(states, ['OPEN', 'OPEN', 'OVER', 'OPEN']);
  await lookAt();
  assert.deepEqual([await stateAfter(3), await stateAfter(4)], ['OVER', 'REVIEWED']);
  // They are absent for longer than is looked back, and found twice.
  assert.equal(await stateAfter(3), 'OVER');
  clock.advance(31 * 24 * HOUR_MS);
  assert.deepEqual([await stateAfter(4), await stateAfter(4)], ['OPEN', 'OPEN']);
});

test('a missing user answers 404, and closing an account deletes its suspicions', async () => {
  assert.equal((await app.call(admin, 'GET', '/admin/users/999999/risk')).status, 404);
  assert.equal((await app.call(admin, 'GET', '/admin/users/x/risk')).status, 400);
  await watch();
  const leaver = neighbours[0];
  assert.equal((await app.call(leaver, 'POST', '/user/close-account', { confirm: true })).status, 200);
  const left = await app.db.query(sql`select from suspicions where user_id = ${leaver.userId}`);
  assert.equal(left.length, 0);
});
