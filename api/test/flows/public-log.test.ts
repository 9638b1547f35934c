import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  growingTree,
  isExtended,
  isHeadSigned,
  isIncluded,
  type LogHead,
  leafHash,
  leafOf,
  leavesOf,
  logHeadFrom,
  type ResultKind,
} from '@lisura/fairness';
import { games } from '../../src/app/modules.ts';
import { createLogKeeper } from '../../src/modules/games/log/keep-log.ts';
import { sourcesOf } from '../../src/modules/games/log/sources.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { transaction } from '../../src/platform/database/db.ts';
import { raw, type Sql, sql } from '../../src/platform/database/sql.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createSoundDatabase } from '../invariants/sound-database.ts';
import { createCall } from '../support/calls.ts';
import { createPerson, type Person } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';
import { TAMPERINGS } from './log-tamperings.ts';

/** A stranger checks a platform on which everything was played, by the fairness package alone. */

const app = useApp(createSoundDatabase);
let shown: Shown[];
let oldHead: LogHead;
before(async () => {
  await keeper().growNow();
  oldHead = await readHead();
  shown = await findShown();
});

const keeper = () =>
  createLogKeeper({ db: app.db, clock: systemClock, logger: silentLogger, sources: sourcesOf(games), ...app.deps.log });

const ask = async (who: Person | null, path: string) => {
  const answer = await createCall(app.http)(who, 'GET', path);
  assert.equal(answer.status, 200, `${path}: ${answer.text}`);
  return answer.body;
};
const readHead = async () => logHeadFrom(await ask(null, '/log/head'));

interface Shown {
  kind: ResultKind;
  read(): Promise<unknown[]>;
}

async function findShown(): Promise<Shown[]> {
  const accounts = await app.db.query<{ platformId: string }>(
    sql`select platform_id from users where platform_id ~ '^[0-9]+$' order by id`,
  );
  const people = await Promise.all(accounts.map(({ platformId }) => createPerson(app.db, { platformId })));
  const battles = await app.db.query<{ id: string; platformId: string }>(sql`
    select battles.id, platform_id from battles join battle_seats on battle_id = battles.id and seat = 1
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

/** Returns the faults in leaves of some kinds that a stranger finds with one kept head. */
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

/** A result must name its own leaves and those of its terms. */
function namedLeavesOf(kind: ResultKind, result: unknown): OpenLeaf[] {
  const leaves = leavesOf(kind, result);
  assert.deepEqual((result as { logLeaf: unknown }).logLeaf, { kind, id: leaves[0]?.id });
  return leaves;
}

async function readResults(isLookedAt: (kind: string) => boolean): Promise<OpenLeaf[]> {
  const read = shown.map(async (each) =>
    (await each.read()).flatMap((result) => namedLeavesOf(each.kind, result).filter(({ kind }) => isLookedAt(kind))),
  );
  return (await Promise.all(read)).flat();
}

/** Leaves of the ledger, of commitments and of ranges are public. */
async function readOpenLeaves(isLookedAt: (kind: string) => boolean): Promise<OpenLeaf[]> {
  const versions = await app.db.query<{ caseId: string; number: number }>(sql`
    select distinct case_openings.case_id, number from case_openings
    join case_versions on case_versions.id = version_id order by 1, 2`);
  const events = await app.db.query<{ id: string }>(sql`select id from events where status = 'PUBLISHED'`);
  const skipped = await app.db.query<{ stream: string; nonce: string }>(
    sql`select stream, first_nonce as nonce from skipped_nonces order by id`,
  );
  assert.ok(versions.length > 0 && events.length > 0 && skipped.length > 0);
  const heads = await app.db.query<{ id: string }>(sql`select id from ledger_heads order by id`);
  const runs = await app.db.query<{ stream: string; nonce: string }>(
    sql`select stream, last_nonce as nonce from commitment_runs order by id limit 5`,
  );
  return Promise.all([
    ...(isLookedAt('CASE_VERSIONS')
      ? versions.map(async ({ caseId, number }) =>
          leafOf('CASE_VERSIONS', await ask(null, `/cases/${caseId}/versions/${number}`)),
        )
      : []),
    ...(isLookedAt('EVENT_TERMS')
      ? events.map(async ({ id }) => leafOf('EVENT_TERMS', await ask(null, `/event/${id}`)))
      : []),
    ...(isLookedAt('LEDGER') ? heads.map(({ id }) => ask(null, `/log/ledger/${id}`)) : []),
    ...(isLookedAt('COMMITMENTS')
      ? runs.map(({ stream, nonce }) => ask(null, `/log/commitments?stream=${stream}&nonce=${nonce}`))
      : []),
    ...(isLookedAt('SKIPPED')
      ? skipped.map(({ stream, nonce }) => ask(null, `/log/skipped?stream=${stream}&nonce=${nonce}`))
      : []),
  ]);
}

test('every result of every game, the ledger and the commitments are proven to a stranger', async () => {
  const all = await app.db.query<{ kind: string; id: string }>(sql`
    select 'CASES' as kind, id from case_openings union all select 'UPGRADES', id from upgrades
    union all select 'UPGRADE_STAKES', id from upgrades
    union all select unnest(array['SHOTS', 'SHOT_STAKES']), id from event_shots
    union all select unnest(array['BATTLES', 'BATTLE_TERMS', 'BATTLE_SEATS']), id from battles where status = 'COMPLETED'
    union all select unnest(array['RAFFLES', 'RAFFLE_TERMS']), id from raffles where status = 'COMPLETED'
    union all select 'TICKET_LISTS', id from raffles where ticket_list_hash is not null`);
  const seen = (await readResults(() => true)).map(({ kind, id }) => `${kind} ${id}`);
  assert.deepEqual(seen.toSorted(), all.map(({ kind, id }) => `${kind} ${id}`).toSorted());
  assert.deepEqual(await findFaults(oldHead), []);
});

test('all leaves are listed, each once, and come to the head', async () => {
  const tree = growingTree();
  const listed: { kind: string; id: string; hash: string }[] = [];
  while (tree.tree().size < oldHead.size) {
    // The number is odd, so that parts begin and end within spans and tiles.
    const part = await ask(null, `/log/leaves?from=${listed.length}&limit=37`);
    assert.equal(part.size, oldHead.size);
    for (const { hash } of part.leaves) tree.add(hash);
    listed.push(...part.leaves);
  }
  assert.deepEqual(tree.tree(), { size: oldHead.size, root: oldHead.root });
  assert.equal(new Set(listed.map(({ kind, id }) => `${kind} ${id}`)).size, listed.length);
  for (const [index, { kind, id, hash }] of listed.entries()) {
    if (index % 10 > 0) continue;
    const inclusion = await ask(null, `/log/inclusion?kind=${kind}&id=${id}`);
    assert.deepEqual([inclusion.index, inclusion.leafHash], [index, hash]);
  }
  assert.deepEqual((await ask(null, `/log/leaves?from=${oldHead.size}`)).leaves, []);
});

test('terms, seats and lists stand in the log before their results', async () => {
  const placeOf = async (kind: string, id: string): Promise<number> =>
    (await ask(null, `/log/inclusion?kind=${kind}&id=${id}`)).index;
  const played = await app.db.query<{ kinds: string[]; id: string }>(sql`
    select array['BATTLE_TERMS', 'BATTLE_SEATS', 'BATTLES'] as kinds, id from battles where status = 'COMPLETED'
    union all
    select array['RAFFLE_TERMS', 'TICKET_LISTS', 'RAFFLES'], id from raffles
    where status = 'COMPLETED' and ticket_list_hash is not null`);
  for (const { kinds, id } of played) {
    const places = await Promise.all(kinds.map((kind) => placeOf(kind, id)));
    assert.deepEqual(
      places,
      places.toSorted((one, other) => one - other),
      `${kinds} ${id}`,
    );
  }
});

const alter = (statement: Sql) =>
  transaction(app.db, async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    return tx.query<{ at: string }>(statement);
  });

for (const [what, kind, table, column, value, row] of TAMPERINGS) {
  test(`a reader who kept one head finds that ${what} is another`, async () => {
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

test('a changed list of tickets of a raffle is found by a reader who kept one head', async () => {
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
