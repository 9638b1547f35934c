import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp } from '../../../../../test/support/app.ts';
import { commitTo } from '../../../../../test/support/committed-seeds.ts';
import { createPlayer } from '../../../../../test/support/people.ts';
import { countOfRequests, createRecordingApp } from '../../../../../test/support/recording-app.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { userStream } from '../../rolls/index.ts';
import { addVersion, assertOpeningsHold, createCase, expectedRoll, hmac, open } from './test-support.ts';

const app = useApp(createRecordingApp);
afterEach(() => assertOpeningsHold(app.db));

const nonceOf = async (userId: string) =>
  Number((await app.db.query<{ nonce: string }>(sql`select nonce from accounts where user_id = ${userId}`))[0]?.nonce);

test('one opening: one debit, one nonce, the item and everything to verify it', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db, { priceCents: 250 });
  const response = await open(app, player, box.id, { clientSeed: 'mine' });
  assert.equal(response.statusCode, 200, response.body);
  const { openings, ...totals } = response.json();
  const [opening] = openings;
  assert.deepEqual(totals, {
    balanceCents: '750',
    balanceFormatted: 'R$ 7,50',
    totalCostCents: '250',
    totalWonCents: opening.item.valueCentsBrl,
  });
  assert.deepEqual(Object.keys(opening).sort(), [
    'caseId',
    'chancePercent',
    'clientSeed',
    'clientSeedSource',
    'id',
    'inventoryItemId',
    'isFlip',
    'item',
    'logLeaf',
    'nonce',
    'roll',
    'serverSeed',
    'serverSeedHash',
    'versionNumber',
  ]);
  assert.deepEqual([opening.nonce, opening.clientSeed, opening.caseId, opening.versionNumber], [1, 'mine', box.id, 1]);
  assert.equal(opening.serverSeedHash, hmac(opening.serverSeed, ''));
  assert.equal(opening.roll, expectedRoll(opening.serverSeed, 'mine', 1));
  assert.deepEqual(
    await app.db.query(sql`
      select user_id, item_id, status, acquired_from from inventory_items where id = ${opening.inventoryItemId}`),
    [{ userId: player.userId, itemId: opening.item.id, status: 'AVAILABLE', acquiredFrom: `Caixa - ${box.name}` }],
  );
});

test('a hundred at once take a hundred nonces, seeds of their own, and one debit', async () => {
  const player = await createPlayer(app.db, 10_000);
  const box = await createCase(app.db);
  const { openings, balanceCents, totalWonCents } = (await open(app, player, box.id, { quantity: 100 })).json();
  assert.equal(balanceCents, '0');
  assert.deepEqual(
    openings.map(({ nonce }: { nonce: number }) => nonce),
    Array.from({ length: 100 }, (_, index) => index + 1),
  );
  for (const field of ['serverSeed', 'clientSeed', 'inventoryItemId', 'id']) {
    assert.equal(new Set(openings.map((opening: Record<string, string>) => opening[field])).size, 100, field);
  }
  const won = openings.reduce(
    (sum: bigint, { item }: { item: { valueCentsBrl: string } }) => sum + BigInt(item.valueCentsBrl),
    0n,
  );
  assert.equal(totalWonCents, String(won));
  const debits = await app.db.query(
    sql`select amount_cents from transfers where user_id = ${player.userId} and type = 'CASE_OPEN'`,
  );
  assert.deepEqual(debits, [{ amountCents: 10_000n }]);
});

test('the client seed is that of the request, else that of the user, else a random one each', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const seedsOf = async (payload: object) =>
    (await open(app, player, box.id, payload)).json().openings.map((each: { clientSeed: string }) => each.clientSeed);
  const [one, other] = await seedsOf({ quantity: 2 });
  assert.match(one, /^[0-9a-f]{64}$/);
  assert.notEqual(one, other);
  await app.db.query(sql`update users set client_seed = 'of the user' where id = ${player.userId}`);
  assert.deepEqual(await seedsOf({ quantity: 2 }), ['of the user', 'of the user']);
  assert.deepEqual(await seedsOf({ clientSeed: 'açaí 🍀' }), ['açaí 🍀']);
});

test('the second wheel turns from the threshold on, with the same roll and no nonce', async () => {
  const player = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db, { widths: [5_000_000, 3_000_000, 2_000_000], flipThreshold: 5_000_001 });
  const { openings } = (await open(app, player, box.id, { quantity: 100 })).json();
  for (const { roll, isFlip } of openings) assert.equal(isFlip, roll >= 5_000_001);
  assert.equal(await nonceOf(player.userId), 100);
});

test('what cannot be done costs neither money nor a nonce', async () => {
  const player = await createPlayer(app.db, 199);
  const box = await createCase(app.db, { priceCents: 100 });
  const refusal = async (caseId: string, payload: object) => {
    const response = await open(app, player, caseId, payload);
    const { message, errors } = response.json();
    return [response.statusCode, message, ...(errors ?? []).map(({ field }: { field: string }) => field)];
  };
  assert.deepEqual(await refusal(box.id, { quantity: 2 }), [400, 'Insufficient balance']);
  assert.deepEqual(await refusal('999999', {}), [404, 'Caixa não encontrada.']);
  assert.deepEqual(await refusal('9223372036854775808', {}), [400, 'Validation failed', 'id']);
  for (const quantity of [0, -1, 101, 1.5, '2', null]) {
    assert.deepEqual(await refusal(box.id, { quantity }), [400, 'Validation failed', 'quantity']);
  }
  for (const clientSeed of ['x'.repeat(129), 'a\u0000b', 'a\nb', '\ud800', 5]) {
    assert.deepEqual(await refusal(box.id, { clientSeed }), [400, 'Validation failed', 'clientSeed']);
  }
  for (const status of ['DRAFT', 'ARCHIVED']) {
    const closed = await createCase(app.db);
    await app.db.query(sql`update cases set status = ${status} where id = ${closed.id}`);
    assert.deepEqual(await refusal(closed.id, {}), [404, 'Caixa não encontrada.'], status);
  }
  assert.equal(await nonceOf(player.userId), 0);
});

test('of 50 simultaneous openings with balance for one, one succeeds', async () => {
  const player = await createPlayer(app.db, 150);
  const box = await createCase(app.db);
  const responses = await Promise.all(Array.from({ length: 50 }, () => open(app, player, box.id)));
  const statuses = responses.map(({ statusCode }) => statusCode).sort();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 400)]);
  assert.equal(await nonceOf(player.userId), 1);
});

test('two processes at once: still one debit for one balance', async () => {
  const other = await createTestApp({ databaseUrl: app.databaseUrl });
  try {
    const player = await createPlayer(app.db, 350);
    const box = await createCase(app.db);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => open(index % 2 === 0 ? app : other, player, box.id)),
    );
    assert.equal(responses.filter(({ statusCode }) => statusCode === 200).length, 3);
  } finally {
    await other.close();
  }
});

test('many users at once each get their own, and who cannot pay keeps nobody from it', async () => {
  const boxes = await Promise.all([createCase(app.db), createCase(app.db, { priceCents: 50 })]);
  const players = await Promise.all(
    Array.from({ length: 40 }, (_, n) => createPlayer(app.db, n % 4 === 0 ? 10 : 1_000)),
  );
  const responses = await Promise.all(
    players.map((player, n) => open(app, player, boxes[n % 2]?.id ?? '', { quantity: (n % 3) + 1 })),
  );
  for (const [n, response] of responses.entries()) {
    assert.equal(response.statusCode, n % 4 === 0 ? 400 : 200, response.body);
    if (n % 4 !== 0) assert.equal(response.json().openings.length, (n % 3) + 1);
  }
});

test('the number of statements depends neither on the quantity nor on how many open at once', async () => {
  const box = await createCase(app.db);
  const players = await Promise.all(Array.from({ length: 41 }, () => createPlayer(app.db, 100_000)));
  const [first] = players;
  assert(first !== undefined);
  await open(app, first, box.id);
  /** Each caller has one statement about sessions. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    await Promise.all(players.map((player) => app.http.inject({ url: '/api/user/balance', headers: player.headers })));
    app.statements.length = 0;
    await work();
    const batches = app.statements.filter((text) => text.includes('update accounts')).length;
    const inserts = app.statements.filter((text) => text.includes('insert into case_openings')).length;
    const others = countOfRequests(app);
    assert.equal(batches, inserts);
    return { batches, each: others / batches };
  };
  const one = await statementsOf(() => open(app, first, box.id));
  const hundred = await statementsOf(() => open(app, first, box.id, { quantity: 100 }));
  assert.deepEqual(one, { batches: 1, each: 9 });
  assert.deepEqual(hundred, one);
  const forty = await statementsOf(() => Promise.all(players.slice(1).map((player) => open(app, player, box.id))));
  assert.equal(forty.each, 9);
  assert.ok(forty.batches <= 20, `40 commands took ${forty.batches} batches`);
});

test('a case that is edited while it is played: each opening is of one version', async () => {
  const player = await createPlayer(app.db, 1_000_000);
  const others = await Promise.all(Array.from({ length: 10 }, () => createPlayer(app.db, 100_000)));
  const regular = await createPlayer(app.db, 100_000);
  const box = await createCase(app.db, { widths: [5_000_000, 5_000_000] });
  /** On a loaded machine fifteen edits in a row may overtake somebody, who is told so. */
  const isPlayedOrOvertaken = (response: Awaited<ReturnType<typeof open>>) => {
    if (response.statusCode !== 200) assert.equal(response.json().code, 'CASE_IS_CHANGING', response.body);
  };
  const edits = (async () => {
    for (let edit = 1; edit <= 15; edit += 1) {
      const widths = [edit * 100_000, 10_000_000 - edit * 100_000];
      const flipThreshold = edit % 2 === 0 ? edit * 100_000 + 1 : null;
      await transaction(app.db, (tx) => addVersion(tx, box.id, { itemIds: box.itemIds, widths, flipThreshold }));
      isPlayedOrOvertaken(await open(app, regular, box.id));
    }
  })();
  const plays = [player, ...others].map(async (each) => {
    for (let round = 0; round < 8; round += 1) {
      isPlayedOrOvertaken(await open(app, each, box.id, { quantity: 5 }));
    }
  });
  await Promise.all([edits, ...plays]);
  const [row] = await app.db.query<{ versions: string }>(
    sql`select count(distinct version_id) as versions from case_openings where case_id = ${box.id}`,
  );
  assert.ok(Number(row?.versions) > 1, 'the edits came too late to be played on');
});

test('the value is that of the moment of the opening', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db, { widths: [10_000_000] });
  await open(app, player, box.id);
  await app.db.query(sql`update items set value_cents_brl = 77 where id = ${box.itemIds[0]}`);
  assert.equal((await open(app, player, box.id)).json().openings[0].item.valueCentsBrl, '77');
});

test('with an Idempotency-Key a repeat gets the first answer and opens nothing', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const keyed = (key: string, payload: object) => open(app, player, box.id, payload, { 'idempotency-key': key });
  const first = await keyed('a', { quantity: 2 });
  const again = await keyed('a', { quantity: 2 });
  assert.equal(first.statusCode, 200, first.body);
  assert.equal(again.body, first.body);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.equal((await keyed('a', { quantity: 3 })).statusCode, 422);
  const refused = await keyed('b', { quantity: 100 });
  assert.deepEqual([refused.statusCode, refused.json().message], [400, 'Insufficient balance']);
  assert.equal(await nonceOf(player.userId), 2);
});

test('openings are limited by their own limit', async () => {
  const limited = await createTestApp({ environment: { RATE_LIMIT_CASE_OPEN: '5' } });
  try {
    const player = await createPlayer(limited.db, 1_000);
    const box = await createCase(limited.db);
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await open(limited, player, box.id)).statusCode);
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});

test('a commitment that the database’s clock has fallen behind is played all the same', async () => {
  const box = await createCase(app.db);
  const player = await createPlayer(app.db, 1_000);
  const serverSeed = 'ab'.repeat(32);
  const aheadAt = sql`now() + interval '5 seconds'`;
  await commitTo(app.db, { stream: userStream(player.userId), nonce: 1, serverSeed, committedAt: aheadAt });
  const response = await open(app, player, box.id);
  assert.deepEqual([response.statusCode, response.json().openings?.[0].serverSeed], [200, serverSeed], response.body);
});

test('a commitment cannot be exchanged', async () => {
  const player = await createPlayer(app.db, 1_000);
  await app.http.inject({ url: '/api/provably-fair/commitments', headers: player.headers });
  for (const change of [sql`update commitment_runs set sealed_seeds = sealed_seeds`, sql`delete from commitment_runs`])
    await assert.rejects(app.db.query(change), /commitment_runs is append-only/);
});
