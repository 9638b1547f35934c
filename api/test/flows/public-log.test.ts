import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  isExtended,
  isHeadSigned,
  isIncluded,
  type LogHead,
  leafHash,
  leafOf,
  logHeadFrom,
  type ResultKind,
  ticketListLeafOf,
  versionLeafOf,
} from '@lisura/fairness';
import { createLogKeeper } from '../../src/modules/games/log/keep-log.ts';
import { sourcesOf } from '../../src/modules/games/log/sources.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { raw, type Sql, sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { games } from '../../src/process/modules.ts';
import { createSoundDatabase } from '../invariants/sound-database.ts';
import type { TestApp } from '../support/app.ts';
import { createCall } from '../support/calls.ts';
import { createPerson, type Person } from '../support/people.ts';

/** A stranger with the fairness package against a platform in which everything was played. */

let app: TestApp;
let shown: Shown[];
let oldHead: LogHead;
before(async () => {
  app = await createSoundDatabase();
  await keeper().growNow();
  oldHead = await readHead();
  shown = await findShown();
});
after(() => app.close());

const keeper = () =>
  createLogKeeper({ db: app.db, clock: systemClock, logger: silentLogger, sources: sourcesOf(games), ...app.deps.log });

const ask = async (who: Person | null, path: string) => {
  const answer = await createCall(app.http)(who, 'GET', path);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body;
};
const readHead = async () => logHeadFrom(await ask(null, '/log/head'));

/** Results of a kind, as those see them who may. */
interface Shown {
  kind: ResultKind;
  read(): Promise<unknown[]>;
}

async function findShown(): Promise<Shown[]> {
  const accounts = await app.db.query<{ platformId: string }>(
    sql`select platform_id as "platformId" from users where platform_id ~ '^[0-9]+$' order by id`,
  );
  const people = await Promise.all(accounts.map(({ platformId }) => createPerson(app.db, { platformId })));
  const battles = await app.db.query<{ id: string; platformId: string }>(sql`
    select battles.id, platform_id as "platformId" from battles join battle_seats on battle_id = battles.id and seat = 1
    join users on users.id = user_id where battles.status = 'COMPLETED'`);
  const raffles = await app.db.query<{ id: string }>(sql`select id from raffles where status = 'COMPLETED'`);
  const history = (kind: ResultKind, who: Person, path: string): Shown => ({
    kind,
    read: async () => (await ask(who, `${path}?limit=100`)).data,
  });
  return [
    ...people.flatMap((who) => [
      history('CASES', who, '/cases/openings'),
      history('UPGRADES', who, '/upgrade/history'),
      history('SHOTS', who, '/event-shoot/history'),
    ]),
    ...battles.map(({ id, platformId }): Shown => {
      const who = people.find((each) => each.platformId === platformId) ?? null;
      return { kind: 'BATTLES', read: async () => [await ask(who, `/battles/${id}`)] };
    }),
    ...raffles.map(({ id }): Shown => ({ kind: 'RAFFLES', read: async () => [await ask(null, `/raffle/${id}`)] })),
  ];
}

/** What a stranger finds wrong who has kept one head, in leaves of some kinds. */
async function findFaults(kept: LogHead, isLookedAt: (kind: string) => boolean = () => true): Promise<string[]> {
  const newest = await readHead();
  const { later, proof } = await ask(null, `/log/consistency?from=${kept.size}&to=${newest.size}`);
  const leaves = [...(await readResults(isLookedAt)), ...(await readOpenLeaves(isLookedAt))];
  assert.ok(leaves.length > 0);
  const proven = await Promise.all(
    leaves.map(async ({ kind, id, text }) => {
      const inclusion = await ask(null, `/log/inclusion?kind=${kind}&id=${id}&size=${newest.size}`);
      return isIncluded({ leafHash: leafHash(text), index: inclusion.index, proof: inclusion.proof }, newest);
    }),
  );
  return [
    ...((await isHeadSigned(newest)) && newest.publicKey === kept.publicKey ? [] : ['the head is not signed']),
    ...(isExtended(kept, later, proof) ? [] : ['the log does not extend the head that was kept']),
    ...leaves.filter((_, index) => !proven[index]).map(({ kind, id }) => `${kind} ${id}`),
  ];
}

interface OpenLeaf {
  kind: string;
  id: string;
  text: string;
}

/** The leaf of a result, which the result itself has to name. */
function namedLeafOf(kind: ResultKind, result: unknown): OpenLeaf {
  const leaf = leafOf(kind, result);
  assert.deepEqual((result as { logLeaf: unknown }).logLeaf, { kind, id: leaf.id });
  return leaf;
}

async function readResults(isLookedAt: (kind: string) => boolean): Promise<OpenLeaf[]> {
  const read = shown
    .filter(({ kind }) => isLookedAt(kind))
    .map(async (each) => (await each.read()).map((result) => namedLeafOf(each.kind, result)));
  return (await Promise.all(read)).flat();
}

/** Leaves of the ledger, of commitments and of what says which roll gives what: everybody may read them. */
async function readOpenLeaves(isLookedAt: (kind: string) => boolean): Promise<OpenLeaf[]> {
  const versions = await app.db.query<{ caseId: string; number: number }>(sql`
    select distinct case_openings.case_id as "caseId", number from case_openings
    join case_versions on case_versions.id = version_id order by 1, 2`);
  const lists = await app.db.query<{ id: string }>(sql`select id from raffles where ticket_list_hash is not null`);
  assert.ok(versions.length > 0 && lists.length > 0);
  const heads = await app.db.query<{ id: string }>(sql`select id from ledger_heads order by id`);
  const runs = await app.db.query<{ stream: string; nonce: string }>(
    sql`select stream, last_nonce as nonce from commitment_runs order by id limit 5`,
  );
  return Promise.all([
    ...(isLookedAt('CASE_VERSIONS')
      ? versions.map(async ({ caseId, number }) =>
          versionLeafOf(await ask(null, `/cases/${caseId}/versions/${number}`)),
        )
      : []),
    ...(isLookedAt('TICKET_LISTS')
      ? lists.map(async ({ id }) => ticketListLeafOf(await ask(null, `/raffle/${id}`)))
      : []),
    ...(isLookedAt('LEDGER') ? heads.map(({ id }) => ask(null, `/log/ledger/${id}`)) : []),
    ...(isLookedAt('COMMITMENTS')
      ? runs.map(({ stream, nonce }) => ask(null, `/log/commitments?stream=${stream}&nonce=${nonce}`))
      : []),
  ]);
}

test('every result of every game, the ledger and the commitments are proven to a stranger', async () => {
  const all = await app.db.query<{ kind: string; id: string }>(sql`
    select 'CASES' as kind, id from case_openings union all select 'UPGRADES', id from upgrades
    union all select 'SHOTS', id from event_shots
    union all select 'BATTLES', id from battles where status = 'COMPLETED'
    union all select 'RAFFLES', id from raffles where status = 'COMPLETED'`);
  const seen = (await readResults(() => true)).map(({ kind, id }) => `${kind} ${id}`);
  assert.deepEqual(seen.toSorted(), all.map(({ kind, id }) => `${kind} ${id}`).toSorted());
  assert.deepEqual(await findFaults(oldHead), []);
});

/** Past the guards of the tables, as who owns the database can. */
const alter = (statement: Sql) =>
  transaction(app.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    return tx.query<{ at: string }>(statement);
  });

const OTHER_ITEM = `(select min(id) from items where id <> altered.item_id)`;
const OTHER_SEED = `'${'0'.repeat(64)}'`;
const TAMPERINGS: [what: string, kind: string, table: string, column: string, value: string, row: string][] = [
  [
    'the item of an opening',
    'CASES',
    'case_openings',
    'item_id',
    OTHER_ITEM,
    'id = (select min(id) from case_openings)',
  ],
  [
    'the roll of an opening',
    'CASES',
    'case_openings',
    'roll',
    'roll % 9999999 + 1',
    'id = (select min(id) from case_openings)',
  ],
  [
    'the seed of an opening',
    'CASES',
    'case_openings',
    'server_seed',
    OTHER_SEED,
    'id = (select max(id) from case_openings)',
  ],
  [
    'the client seed of an opening',
    'CASES',
    'case_openings',
    'client_seed',
    `'other'`,
    'id = (select max(id) from case_openings)',
  ],
  ['the nonce of an upgrade', 'UPGRADES', 'upgrades', 'nonce', 'nonce + 1000', 'id = (select min(id) from upgrades)'],
  [
    'the hash of a shot',
    'SHOTS',
    'event_shots',
    'server_seed_hash',
    OTHER_SEED,
    'id = (select min(id) from event_shots)',
  ],
  [
    'an item of a battle',
    'BATTLES',
    'battle_rolls',
    'item_id',
    OTHER_ITEM,
    'round = 1 and seat = 1 and battle_id = (select min(id) from battles where status = $$COMPLETED$$)',
  ],
  [
    'the seed of a roll of a bot',
    'BATTLES',
    'battle_rolls',
    'server_seed',
    OTHER_SEED,
    'round = 1 and seat = 2 and battle_id = (select max(id) from battles where status = $$COMPLETED$$)',
  ],
  [
    'the winning ticket of a raffle',
    'RAFFLES',
    'raffle_prizes',
    'winning_ticket',
    'winning_ticket + 1',
    'display_order = 0 and raffle_id = (select min(raffle_id) from raffle_prizes where winner_id is not null)',
  ],
  [
    'a range of a case',
    'CASE_VERSIONS',
    'case_version_items',
    'hash_range_end',
    'hash_range_end - 1',
    'hash_range_start = 1 and version_id = (select min(version_id) from case_openings)',
  ],
  [
    'the amount of a transfer',
    'LEDGER',
    'transfers',
    'amount_cents',
    'amount_cents + 1',
    'id = (select min(id) from transfers)',
  ],
  [
    'the user of a transfer',
    'LEDGER',
    'transfers',
    'user_id',
    'user_id + 1',
    'id = (select max(id) from transfers where id <= (select max(last_transfer) from ledger_heads))',
  ],
  [
    'a hash that was committed to',
    'COMMITMENTS',
    'commitment_runs',
    'server_seed_hashes',
    // Whatever its first byte is: one of 256 hashes begins with any that is written.
    'set_byte(server_seed_hashes, 0, 255 - get_byte(server_seed_hashes, 0))',
    'id = (select id from commitment_runs order by id limit 1)',
  ],
];
for (const [what, kind, table, column, value, row] of TAMPERINGS) {
  test(`found by who kept one head: ${what} is another`, async () => {
    const name = raw(`${table} altered`);
    const rows = await app.db.query<{ was: unknown; at: string }>(
      sql`select ${raw(column)} as was, ctid::text as at from ${name} where ${raw(row)}`,
    );
    assert.equal(rows.length, 1);
    const changed = await alter(
      sql`update ${name} set ${raw(column)} = ${raw(value)} where ctid = ${rows[0]?.at}::tid returning ctid::text as at`,
    );
    try {
      assert.notDeepEqual(await findFaults(oldHead, (each) => each === kind), []);
    } finally {
      await alter(sql`update ${name} set ${raw(column)} = ${rows[0]?.was} where ctid = ${changed[0]?.at}::tid`);
    }
    assert.deepEqual(await findFaults(oldHead, (each) => each === kind), []);
  });
}

test('found by who kept one head: the list of tickets of a raffle is another', async () => {
  const [raffle] = await app.db.query<{ id: string; hash: string }>(sql`
    select id, ticket_list_hash as hash from raffles where randomness = 'server' and ticket_list_hash is not null
    order by id limit 1`);
  // The list is the client seed where no beacon decides.
  const set = (hash: string) =>
    alter(sql`update raffles set ticket_list_hash = ${hash}, client_seed = ${hash} where id = ${raffle?.id}`);
  await set('0'.repeat(64));
  try {
    assert.deepEqual(await findFaults(oldHead, (kind) => kind === 'TICKET_LISTS'), [`TICKET_LISTS ${raffle?.id}`]);
  } finally {
    await set(raffle?.hash as string);
  }
  assert.deepEqual(await findFaults(oldHead, (kind) => kind === 'TICKET_LISTS'), []);
});
