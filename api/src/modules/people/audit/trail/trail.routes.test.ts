import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { explainRead, vacuumWhole } from '../../../../../test/support/explained-reads.ts';
import { createAdmin, createPerson, type Person } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import { MAX_COUNTED, type TrailFilter } from './trail.records.ts';
import { countTrail, listTrail } from './trail.sql.ts';

/**
 * One of 5,000 entries is about the setting, one of 2,500 by the administrator; the rest are logins, a second apart.
 */
const ENTRIES = 30_000;
const FIRST_DAY = '2026-01-01T03:00:00Z';

const app = useApp(createTestApp);
let admin: Person;
let player: Person;
before(async () => {
  [admin, player] = [await createAdmin(app.db), await createPerson(app.db)];
  await app.db.query(sql`
    insert into audit_entries (action, user_id, actor_id, entity_type, entity_id, created_at)
    select case when n % 5000 = 0 then 'SETTING_CHANGED' when n % 2500 = 0 then 'USER_BANNED' else 'LOGIN' end,
      case when n % 5000 = 0 then null when n % 2500 = 0 then ${player.userId}::bigint else 1000000 + n end,
      case when n % 2500 = 0 then ${admin.userId}::bigint else 1000000 + n end,
      case when n % 5000 = 0 then 'setting' when n % 2500 = 0 then 'user' else 'session' end,
      case when n % 5000 = 0 then 'priceMargin' when n % 2500 = 0 then ${player.userId}::text else n::text end,
      ${FIRST_DAY}::timestamptz + n * interval '10 seconds'
    from generate_series(1, ${ENTRIES}::int) n`);
  await vacuumWhole(app.db, 'audit_entries');
});

async function read(query: string) {
  const { status, body, text } = await app.call(admin, 'GET', `/admin/audit?${query}`);
  assert.equal(status, 200, text);
  return body;
}

test('the trail is listed newest first, and walked to its end', async () => {
  const { data, meta } = await read('limit=3');
  assert.deepEqual(meta, { page: 1, limit: 3, total: MAX_COUNTED });
  const seconds = data.map(
    ({ createdAt }: { createdAt: string }) => (Date.parse(createdAt) - Date.parse(FIRST_DAY)) / 10_000,
  );
  assert.deepEqual(seconds, [30_000, 29_999, 29_998]);
  const next = await read(`limit=2&before=${data[2].id}`);
  assert.deepEqual(
    next.data.map(({ id }: { id: string }) => Number(id)),
    [Number(data[2].id) - 1, Number(data[2].id) - 2],
  );
});

const filters: readonly [string, number][] = [
  ['actorId=ADMIN', 12],
  ['userId=PLAYER', 6],
  ['action=SETTING_CHANGED', 6],
  ['action=USER_BANNED&actorId=ADMIN', 6],
  ['action=USER_BANNED&actorId=PLAYER', 0],
  ['entityType=setting', 6],
  ['entityType=setting&entityId=priceMargin', 6],
  ['entityType=setting&entityId=other', 0],
  // The first day ends after 8,639 entries, which begin 10 seconds after midnight.
  ['from=2026-01-01&to=2026-01-01&actorId=ADMIN', 3],
  ['to=2026-01-01', 8_639],
  ['from=2026-01-04', 30_000 - 3 * 8_640 + 1],
  ['from=2026-02-01', 0],
];

for (const [query, total] of filters) {
  test(`${query} finds ${total} entries`, async () => {
    const asked = query.replace('ADMIN', admin.userId).replace('PLAYER', player.userId);
    assert.equal((await read(asked)).meta.total, total);
  });
}

test('an entry names who did it and whom it concerns', async () => {
  const { data } = await read(`action=USER_BANNED&limit=1`);
  const [{ actorId, actorName, userId, username, entityType, entityId, position, hash }] = data;
  const name = (who: Person) => `Player ${who.platformId.slice(-4)}`;
  assert.deepEqual([actorId, actorName, userId, username], [admin.userId, name(admin), player.userId, name(player)]);
  assert.deepEqual([entityType, entityId, position, hash], ['user', player.userId, null, null]);
});

for (const [query, field] of [
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-01-02&to=2026-01-01', 'from'],
  ['entityId=7', 'entityId'],
  ['actorId=x', 'actorId'],
  ['action=', 'action'],
] as const) {
  test(`${query} is refused by its field`, async () => {
    const { status, body } = await app.call(admin, 'GET', `/admin/audit?${query}`);
    assert.equal(status, 400);
    assert.deepEqual(
      body.errors.map((fault: { field: string }) => fault.field),
      [field],
    );
  });
}

test('what can be filtered by is every word that the trail has', async () => {
  const { body } = await app.call(admin, 'GET', '/admin/audit/words');
  assert.deepEqual(body, {
    actions: ['LOGIN', 'SETTING_CHANGED', 'USER_BANNED'],
    entityTypes: ['session', 'setting', 'user'],
  });
});

const rare = toId<'user'>('1000007');
const plans: readonly [TrailFilter, string][] = [
  [{}, 'audit_entries_created'],
  [{ actorId: rare }, 'audit_entries_actor'],
  [{ action: 'USER_BANNED' }, 'audit_entries_action'],
  [{ entityType: 'setting' }, 'audit_entries_entity_type'],
  [{ entityType: 'session', entityId: '7' }, 'audit_entries_entity'],
  [{ userId: rare }, 'audit_entries_user'],
  [{ from: new Date('2026-01-02T03:00:00Z'), until: new Date('2026-01-02T04:00:00Z') }, 'audit_entries_created'],
];

for (const [filter, index] of plans) {
  test(`a page of ${JSON.stringify(filter)} is found by ${index} and reads little else`, async () => {
    const plan = (await explainRead(app.db, (db) => listTrail(db, filter, { limit: 20, offset: 0 }))).join('\n');
    assert.match(plan, new RegExp(`(using|Scan on) ${index}\\b`), plan);
    assert.doesNotMatch(plan, /Seq Scan on audit_entries/, plan);
    assert.doesNotMatch(plan, /Rows Removed by Filter/, plan);
  });
}

test('counting ends where nobody counts further', async () => {
  const plan = (await explainRead(app.db, (db) => countTrail(db, { action: 'LOGIN' }))).join('\n');
  assert.match(plan, new RegExp(`Limit \\(.*rows=${MAX_COUNTED}(\\.0+)? `), plan);
});
