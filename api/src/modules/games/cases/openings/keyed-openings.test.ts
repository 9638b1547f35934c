import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createPlayer, type Person } from '../../../../../test/support/people.ts';
import { countOfRequests, createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { raw, sql } from '../../../../platform/database/sql.ts';
import { until } from '../../../../platform/hot-store/test-support.ts';
import { lockAccounts } from '../../../assets/wallet/index.ts';
import { assertOpeningsHold, createCase, open, type TestCase } from './test-support.ts';

/** Openings with an `Idempotency-Key` are done together with others, and each key keeps its promise. */

const app = useApp(createRecordingApp);
let box: TestCase;
before(async () => {
  box = await createCase(app.db, { priceCents: 100 });
});
afterEach(async () => {
  await assertOpeningsHold(app.db);
  assert.deepEqual(await answersWithoutOpenings(), []);
});

const answersWithoutOpenings = async () => {
  const answers = [...answersByKey.values()].filter(({ statusCode }) => statusCode === 200);
  const ids = answers.flatMap(({ body }) => JSON.parse(body).openings.map(({ id }: { id: string }) => id));
  return app.db.query(sql`
    select id from unnest(${ids}::bigint[]) as told (id) where not exists (
      select from case_openings where case_openings.id = told.id)`);
};
const answersByKey = new Map<string, Answer>();

type Answer = Awaited<ReturnType<typeof open>>;

async function openKeyed(player: Person, key: string, payload: object = {}, at: { http: RecordingApp['http'] } = app) {
  const answer = await open(at as RecordingApp, player, box.id, payload, { 'idempotency-key': key });
  if (answer.headers['idempotent-replayed'] === undefined) answersByKey.set(key, answer);
  return answer;
}
const isReplay = ({ headers }: Answer) => headers['idempotent-replayed'] === 'true';
const openingsOf = async ({ userId }: Person) => {
  const [row] = await app.db.query<{ count: number }>(
    sql`select count(*)::int as count from case_openings where user_id = ${userId}`,
  );
  return row?.count;
};
const createPlayers = (count: number, balanceCents = 1_000) =>
  Promise.all(Array.from({ length: count }, () => createPlayer(app.db, balanceCents)));

/** Sessions are known afterwards, so that only the opening waits for the database. */
const greet = (players: readonly Person[]) =>
  Promise.all(players.map(({ headers }) => app.http.inject({ url: '/api/user/balance', headers })));

test('an answer that is kept is sent as it was kept, with the headers of one without a key', async () => {
  const [player] = await createPlayers(1);
  assert.ok(player);
  const [plain, first, again] = [
    await open(app, player, box.id, {}),
    await openKeyed(player, 'shown'),
    await openKeyed(player, 'shown'),
  ];
  assert.deepEqual([isReplay(first), isReplay(again), again.body], [false, true, first.body]);
  for (const { headers, body } of [first, again]) {
    assert.equal(headers['content-type'], plain.headers['content-type']);
    assert.equal(headers['content-length'], String(Buffer.byteLength(body)));
  }
});

test('many with keys share transactions, whose statements are as many however many they are', async () => {
  const players = await createPlayers(40, 10_000);
  const statementsOf = async (some: readonly Person[], quantity: number) => {
    await greet(players);
    app.statements.length = 0;
    for (const { statusCode, body } of await Promise.all(
      some.map((player) => openKeyed(player, randomUUID(), { quantity })),
    )) {
      assert.equal(statusCode, 200, body);
    }
    const batches = app.statements.filter((text) => text.includes('insert into idempotency_keys')).length;
    return { batches, each: countOfRequests(app) / batches };
  };
  await statementsOf(players.slice(0, 1), 1);
  const one = await statementsOf(players.slice(0, 1), 1);
  assert.deepEqual(one, { batches: 1, each: 12 });
  assert.deepEqual(await statementsOf(players.slice(0, 1), 50), one);
  const forty = await statementsOf(players, 1);
  assert.equal(forty.each, one.each);
  assert.ok(forty.batches <= 20, `40 openings took ${forty.batches} batches`);
});

test('side by side: new ones, repeats, reused keys, refusals and openings without a key each get what is theirs', async () => {
  const [fresh = [], repeated = [], reused = [], poor = [], keyless = []] = await Promise.all([
    createPlayers(8),
    createPlayers(8),
    createPlayers(8),
    createPlayers(8, 99),
    createPlayers(8),
  ]);
  const firsts = await Promise.all([...repeated, ...reused].map((player) => openKeyed(player, `k${player.userId}`)));
  await greet([...fresh, ...repeated, ...reused, ...poor, ...keyless]);
  const answersOf = (players: readonly Person[], payload: object = {}) =>
    Promise.all(players.map((player) => openKeyed(player, `k${player.userId}`, payload)));
  const [opened, replays, mixedUp, refused, without] = await Promise.all([
    answersOf(fresh),
    answersOf(repeated),
    answersOf(reused, { quantity: 2 }),
    answersOf(poor),
    Promise.all(keyless.map((player) => open(app, player, box.id))),
  ]);
  const statusesOf = (answers: readonly Answer[]) => [...new Set(answers.map(({ statusCode }) => statusCode))];
  assert.deepEqual([opened, replays, mixedUp, refused, without].map(statusesOf), [[200], [200], [422], [400], [200]]);
  for (const [index, replay] of replays.entries()) {
    assert.ok(isReplay(replay));
    assert.equal(replay.body, firsts[index]?.body);
  }
  for (const player of [...fresh, ...repeated, ...reused, ...keyless]) assert.equal(await openingsOf(player), 1);
  for (const player of poor) assert.equal(await openingsOf(player), 0);
});

test('a refusal is the first answer, whatever the player has since', async () => {
  const [poor, rich] = await Promise.all([createPlayer(app.db, 99), createPlayer(app.db, 1_000)]);
  const [refused] = await Promise.all([openKeyed(poor, 'poor'), openKeyed(rich, 'rich')]);
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'INSUFFICIENT_BALANCE']);
  await app.db.query(sql`
    with paid as (
      insert into transfers (user_id, debit_account, credit_account, amount_cents, type, reason)
      values (${poor.userId}, 'SYSTEM', 'USER', 500, 'DEPOSIT', 'test'))
    update accounts set balance_cents = balance_cents + 500, transfer_count = transfer_count + 1
    where user_id = ${poor.userId}`);
  const again = await openKeyed(poor, 'poor');
  assert.deepEqual([again.body, isReplay(again)], [refused.body, true]);
  assert.equal((await openKeyed(poor, 'another')).statusCode, 200);
});

test('a case that was archived since does not keep a repeat from its answer, and its refusal is an answer, too', async () => {
  const [player, late] = await Promise.all([createPlayer(app.db, 1_000), createPlayer(app.db, 1_000)]);
  const closing = await createCase(app.db);
  const send = (who: Person, key: string) => open(app, who, closing.id, {}, { 'idempotency-key': key });
  const first = await send(player, 'a');
  assert.equal(first.statusCode, 200, first.body);
  const setStatus = (status: string) => app.db.query(sql`update cases set status = ${status} where id = ${closing.id}`);
  await setStatus('ARCHIVED');
  assert.equal((await send(player, 'a')).body, first.body);
  const refused = await send(late, 'b');
  assert.equal(refused.statusCode, 404);
  await setStatus('ACTIVE');
  const again = await send(late, 'b');
  assert.deepEqual([again.body, isReplay(again)], [refused.body, true]);
  assert.equal((await send(late, 'c')).statusCode, 200);
});

test('one key fifty times at once in two processes opens once', async () => {
  const other = await createTestApp({ databaseUrl: app.databaseUrl });
  try {
    for (const key of ['race', 'rematch']) {
      const player = await createPlayer(app.db, 10_000);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => openKeyed(player, key, {}, index % 2 === 0 ? app : other)),
      );
      assert.equal(await openingsOf(player), 1);
      const [first, ...more] = answers.filter((answer) => answer.statusCode === 200 && !isReplay(answer));
      assert.ok(first !== undefined && more.length === 0, 'one answer is not a repeat');
      for (const answer of answers) {
        if (answer.statusCode === 200) assert.equal(answer.body, first.body);
        else assert.deepEqual([answer.statusCode, answer.json().code], [409, 'IDEMPOTENCY_KEY_IN_USE']);
      }
    }
  } finally {
    await other.close();
  }
});

test('where an opening makes a batch fail, the others are done without it, and every key keeps its promise', async () => {
  const players = await createPlayers(9);
  const culprit = players[4] as Person;
  await app.db.query(sql`
    create or replace function refuse_culprit() returns trigger language plpgsql as
      'begin raise exception ''this one cannot be written''; end'`);
  await app.db.query(sql`
    create trigger refuse_culprit before insert on case_openings for each row
      when (new.user_id = ${raw(culprit.userId)}) execute function refuse_culprit()`);
  await greet(players);
  const openAll = () => Promise.all(players.map((player) => openKeyed(player, `w${player.userId}`)));
  const first = await openAll();
  await app.db.query(sql`drop trigger refuse_culprit on case_openings`);
  const second = await openAll();
  for (const [index, player] of players.entries()) {
    assert.equal(await openingsOf(player), 1);
    const [before, later] = [first[index] as Answer, second[index] as Answer];
    // An internal error is not kept, so the repeat is done.
    if (player === culprit) assert.deepEqual([before.statusCode, later.statusCode, isReplay(later)], [500, 200, false]);
    else assert.deepEqual([before.statusCode, later.body, isReplay(later)], [200, before.body, true]);
  }
});

test('a repeat does not wait while another opening is held up', async () => {
  const players = await createPlayers(6);
  const [stuck, ...others] = players as [Person, ...Person[]];
  for (const player of others) await openKeyed(player, `q${player.userId}`);
  await greet(players);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: onLocked } = Promise.withResolvers<void>();
  const holding = transaction(app.db, async (tx) => {
    await lockAccounts(tx, [stuck.userId]);
    onLocked();
    await released;
  });
  await locked;
  const waiting = openKeyed(stuck, 'stuck');
  const repeats = await Promise.all(others.map((player) => openKeyed(player, `q${player.userId}`)));
  assert.ok(repeats.every(isReplay));
  await until(async () => {
    const rows = await app.db.query(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length === 1;
  });
  release();
  await holding;
  assert.equal((await waiting).statusCode, 200);
});
