import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertItem, insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { createCase } from '../../src/modules/games/cases/openings/test-support.ts';
import { startEvent, tableOf } from '../../src/modules/games/events/test-support.ts';
import { insertPlays } from '../../src/modules/games/statistics/test-support.ts';
import { raw, sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestApp } from '../support/app.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createPerson, createPlayer, type Person } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/** The owner of a database can change append-only rows, but a changed roll does not come out any more. */
const app = useApp(createTestApp);
let player: Person;
let otherCaseId: Id<'case'>;
before(async () => {
  player = await createPlayer(app.db, 10_000);
  await playEverythingOnce();
});

const GAMES = { case_openings: 'CASES', upgrades: 'UPGRADES', event_shots: 'SHOTS', commitment_runs: null } as const;
type Table = keyof typeof GAMES;

async function playEverythingOnce(): Promise<void> {
  const { db } = app;
  const call = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const { headers } = player;
    const answer = await app.http.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  const prize = await insertItem(db, { valueCents: 5 });
  const event = await startEvent({ db }, { shoots: [tableOf(250, [[prize, 10_000_000]])] });
  const flipping = await createCase(db, { priceCents: 500, widths: [10_000_000], flipThreshold: 1 });
  otherCaseId = (await createCase(db)).id;
  const staked = await insertOneHeld(db, player.userId, await insertItem(db, { valueCents: 100 }));
  const targetItemId = await insertItem(db, { valueCents: 200 });
  await call('POST', `/cases/${flipping.id}/open`, { clientSeed: 'mine' });
  await call('GET', '/provably-fair/commitments?count=1');
  await call('POST', '/upgrade/perform', { inventoryItemIds: [staked], targetItemId, clientSeed: 'mine' });
  await call('POST', '/event-shoot/shoot', { ticketPrice: 250, clientSeed: 'mine' });
  await call('GET', `/event/${event.id}/progress`);
}

/** Returns the checker's findings while `column` of the one row of `table` is `value`. */
async function foundWith(table: Table, column: string, value: string, which = 'true'): Promise<object[]> {
  const where = sql`where ${raw(which)}`;
  const [kept] = await app.db.query<{ row: object }>(
    sql`select to_jsonb(kept) as row from ${raw(table)} kept ${where}`,
  );
  await app.db.query(sql`alter table ${raw(table)} disable trigger user`);
  await app.db.query(sql`update ${raw(table)} set ${raw(column)} = ${raw(value)} ${where}`);
  const violations = await findViolations(app.db, { keys: TEST_KEYS });
  await app.db.query(sql`
    update ${raw(table)} set ${raw(column)} =
      (jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(kept?.row)}::jsonb)).${raw(column)} ${where}`);
  const sentence = GAMES[table] === null ? 'every hash that was committed to' : 'every roll of every game comes out';
  return violations.find(({ invariant }) => invariant.startsWith(sentence))?.rows ?? [];
}

const NEXT_ROLL = 'case when roll in (success_threshold - 1, 10000000) then roll - 1 else roll + 1 end';
const OTHER_SEED = `repeat('5e', 32)`;
const rollChanges = [
  ['client_seed', `'other'`, ['roll']],
  ['nonce', 'nonce + 1', ['roll']],
] as const;
const seedChanges = [
  ['server_seed', OTHER_SEED, ['serverSeedHash', 'roll']],
  ['server_seed', `'not a seed'`, ['serverSeed', 'serverSeedHash', 'roll']],
  ['server_seed_hash', OTHER_SEED, ['serverSeedHash']],
  ...rollChanges,
] as const;
const changes: readonly [Table, readonly (readonly [column: string, value: string, differing: readonly string[]])[]][] =
  [
    [
      'case_openings',
      [
        // The hash is computed from the seed, and so differs with none.
        ['server_seed', `decode(${OTHER_SEED}, 'hex')`, ['roll']],
        ['server_seed', `'not a seed'`, ['serverSeed', 'roll']],
        ...rollChanges,
        ['roll', 'roll % 10000000 + 1', ['roll']],
        ['item_id', 'item_id + 1', ['itemId']],
        ['chance_width', '1', ['chanceWidth']],
        ['is_flip', 'false', ['isFlip']],
      ],
    ],
    [
      'upgrades',
      [
        ...seedChanges,
        ['roll', NEXT_ROLL, ['roll']],
        ['status', `case status when 'WON' then 'LOST' else 'WON' end`, ['status']],
      ],
    ],
    [
      'event_shots',
      [
        ...seedChanges,
        ['roll', 'roll % 10000000 + 1', ['roll']],
        ['item_id', '(select max(id) from items)', ['itemId']],
        ['chance_width', '1', ['chanceWidth']],
      ],
    ],
  ];

for (const [table, columns] of changes) {
  test(`a change of a roll in ${table} is found and told`, async () => {
    await dropChecks(table);
    assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
    const [row] = await app.db.query<{ id: string }>(sql`select id from ${raw(table)}`);
    for (const [column, value, differing] of columns) {
      const expected = [{ game: GAMES[table], id: row?.id, differing }];
      assert.deepEqual(await foundWith(table, column, value), expected, `${column} = ${value}`);
    }
    assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
  });
}

test('an opening is of the case whose version it was played on', async () => {
  const [found] = await foundWith('case_openings', 'case_id', otherCaseId);
  assert.deepEqual((found as { differing: string[] }).differing, ['caseId']);
});

test('a hash that its seed does not give is found before the seed is used, which is not told', async () => {
  for (const { stream, firstNonce } of await app.db.query<{ stream: string; firstNonce: string }>(sql`
    select stream, first_nonce from commitment_runs`)) {
    for (const [column, value, differing] of [
      ['server_seed_hashes', `decode(${OTHER_SEED}, 'hex')`, 'serverSeedHash'],
      ['sealed_seeds', 'set_byte(sealed_seeds, 20, get_byte(sealed_seeds, 20) # 1)', 'sealed_seeds'],
      ['key_id', `repeat('5e', 8)`, 'key_id'],
    ] as const) {
      const found = await foundWith('commitment_runs', column, value, `stream = '${stream}'`);
      assert.deepEqual(found, [{ stream, firstNonce, differing: [differing] }], `${column} of ${stream}`);
    }
  }
});

test('a table of more than one page is walked to its end', async () => {
  const longApp = await createTestApp();
  try {
    const { db } = longApp;
    const { id: caseId } = await createCase(db);
    const who = await createPerson(db);
    const at = '2026-11-10T12:00:00Z';
    const deposit = { kind: 'deposit', who, at, cents: 20_000 } as const;
    const opening = { kind: 'opening', who, at, caseId, priceCents: 1, valueCents: 1 } as const;
    await insertPlays(db, [deposit, ...Array(5_020).fill(opening)]);
    assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
    await db.query(sql`alter table case_openings disable trigger user`);
    const changed = await db.query<{ id: string }>(sql`
      update case_openings set client_seed = 'other' where nonce > 5008 returning id`);
    const [violation, ...others] = await findViolations(db, { keys: TEST_KEYS });
    const rows = changed.slice(0, 10).map(({ id }) => ({ game: 'CASES', id, differing: ['roll'] }));
    assert.deepEqual([violation?.rows, others], [rows, []]);
  } finally {
    await longApp.close();
  }
});

/** The database itself refuses some of it; the checker must not rely on that. */
async function dropChecks(table: Table): Promise<void> {
  const checks = await app.db.query<{ name: string }>(sql`
    select quote_ident(conname) as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`);
  for (const { name } of checks) await app.db.query(sql`alter table ${raw(table)} drop constraint ${raw(name)}`);
}
