import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFlip, pickItem, rollOf } from '@lisura/fairness';
import { createTestApp } from '../../../../../test/support/app.ts';
import { createAdmin, createPlayer } from '../../../../../test/support/people.ts';
import { useApp } from '../../../../../test/support/use-app.ts';
import { runGiven, runVerifier } from '../../../../../test/support/verifier.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { toId } from '../../../../platform/ids.ts';
import { casesOpened } from './openings.records.ts';
import { addVersion, createCase, get, open } from './test-support.ts';

const app = useApp(createTestApp);

const verify = (id: string, person: { headers: object }) =>
  app.http.inject({ method: 'POST', url: `/api/cases/openings/${id}/verify`, headers: { ...person.headers } });
const idsOf = (response: { json(): { data: { id: string }[] } }) => response.json().data.map(({ id }) => id);

test('a history is the caller’s own, newest first, and can be walked', async () => {
  const [player, other] = [await createPlayer(app.db, 10_000), await createPlayer(app.db, 10_000)];
  const box = await createCase(app.db, { priceCents: 100 });
  await open(app, other, box.id, { quantity: 3 });
  const opened = (await open(app, player, box.id, { quantity: 25 })).json().openings;
  const newestFirst = opened.map(({ id }: { id: string }) => id).reverse();
  const first = await get(app, '/cases/openings', player);
  assert.deepEqual(first.json().meta, { page: 1, limit: 20, total: 25 });
  assert.deepEqual(idsOf(first), newestFirst.slice(0, 20));
  assert.deepEqual(idsOf(await get(app, '/cases/openings?page=2', player)), newestFirst.slice(20));
  assert.deepEqual(
    idsOf(await get(app, `/cases/openings?limit=3&before=${newestFirst[9]}`, player)),
    newestFirst.slice(10, 13),
  );
  const [entry] = first.json().data;
  const last = opened.at(-1);
  for (const field of [
    'nonce',
    'roll',
    'serverSeed',
    'serverSeedHash',
    'clientSeed',
    'clientSeedSource',
    'isFlip',
    'chancePercent',
    'item',
    'caseId',
    'versionNumber',
  ]) {
    assert.deepEqual(entry[field], last[field], field);
  }
  assert.deepEqual(
    [entry.inventoryItemId, entry.caseId, entry.caseName, entry.priceCents, entry.flipServerSeed, entry.flipRoll],
    [last.inventoryItemId, box.id, box.name, '100', null, null],
  );
  assert.ok(entry.committedAt <= entry.createdAt);
});

test('an item names its opening: to who asks what is left of it, and in what is kept of its owner', async () => {
  const [player, other] = [await createPlayer(app.db, 10_000), await createPlayer(app.db, 10_000)];
  const box = await createCase(app.db, { priceCents: 100 });
  const openings: { id: string; inventoryItemId: string }[] = (await open(app, player, box.id, { quantity: 2 })).json()
    .openings;
  const left = async (id: string, who = player) =>
    (await get(app, `/inventory/winnings?cause=CASE_OPENING&id=${id}`, who))
      .json()
      .items.map((item: { id: string }) => item.id);
  for (const { id, inventoryItemId } of openings) {
    assert.deepEqual(await left(id), [inventoryItemId]);
    assert.deepEqual(await left(id, other), []);
  }
  const { inventory } = (await get(app, '/user/data', player)).json();
  assert.deepEqual(
    inventory.map(({ id, sourceType, sourceId }: Record<string, string>) => [id, sourceType, sourceId]),
    openings.map(({ id, inventoryItemId }) => [inventoryItemId, 'CASE_OPENING', id]),
  );
});

test('an opening of somebody else is nobody’s start of a walk', async () => {
  const [player, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 1_000)];
  const box = await createCase(app.db);
  const theirs = (await open(app, other, box.id)).json().openings[0].id;
  await open(app, player, box.id);
  assert.deepEqual(idsOf(await get(app, `/cases/openings?before=${theirs}`, player)), []);
});

test('a verification tells every step, and the command line agrees', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db, { widths: [4_000_000, 6_000_000], flipThreshold: 4_000_001 });
  await get(app, '/provably-fair/commitments', player);
  const clientSeed = "-it's a 'seed'";
  const opening = (await open(app, player, box.id, { clientSeed })).json().openings[0];
  const response = await verify(opening.id, player);
  assert.equal(response.statusCode, 200, response.body);
  const { valid, steps, command, roll } = response.json();
  assert.equal(valid, true);
  assert.equal(roll, opening.roll);
  assert.deepEqual(
    steps.map(({ name }: { name: string }) => name),
    [
      'serverSeedHash',
      'commitment',
      'message',
      'hash',
      'prefix',
      'number',
      'bound',
      'modulo',
      'roll',
      'ranges',
      'range',
      'chance',
      'item',
      'flip',
    ],
  );
  const { exitCode, stdout } = await runGiven(app, command);
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, new RegExp(`^ +item +${opening.item.id}$`, 'm'));
});

test('anybody checks the item of an opening with what everybody may see, also of a case that has changed since', async () => {
  const player = await createPlayer(app.db, 10_000);
  const box = await createCase(app.db, { widths: [4_000_000, 6_000_000], flipThreshold: 4_000_001 });
  const { commitments } = (await get(app, '/provably-fair/commitments?count=20', player)).json();
  const answer = (await open(app, player, box.id, { quantity: 20, clientSeed: 'mine' })).json();
  await transaction(app.db, (tx) =>
    addVersion(tx, box.id, { itemIds: box.itemIds.toReversed(), widths: [4_000_000, 6_000_000], flipThreshold: null }),
  );
  await app.db.query(sql`update cases set status = 'ARCHIVED' where id = ${box.id}`);
  const check = (openings: object, ...more: string[]) =>
    runVerifier(app, ['opening', `--opening=${JSON.stringify(openings)}`, '--server=http://lisura.example', ...more]);
  const hashes = `--commitments=${JSON.stringify({ commitments })}`;
  assert.equal((await check(answer, hashes)).exitCode, 0);
  assert.equal((await check((await get(app, '/cases/openings', player)).json(), hashes)).exitCode, 0);
  const [opening] = answer.openings;
  const otherItem = box.itemIds.find((id) => id !== opening.item.id);
  for (const [change, step] of [
    [{ item: { ...opening.item, id: otherItem } }, 'item'],
    [{ isFlip: !opening.isFlip }, 'flip'],
    [{ chancePercent: '1' }, 'chance'],
    [{ clientSeed: 'yours' }, 'roll'],
  ] as const) {
    const { exitCode, stdout } = await check({ ...opening, ...change });
    assert.equal(exitCode, 1, step);
    assert.match(stdout, new RegExp(`^WRONG: .*\\n +${step} `, 'm'));
  }
  const swapped = commitments.map((each: object) => ({ ...each, serverSeedHash: 'ab' }));
  assert.equal((await check(opening, `--commitments=${JSON.stringify({ commitments: swapped })}`)).exitCode, 1);
});

test('a verification uses the version that was played, and without a prior request there is no commitment to compare', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db);
  const { id } = (await open(app, player, box.id)).json().openings[0];
  await app.db.query(sql`update cases set status = 'ARCHIVED' where id = ${box.id}`);
  const { valid, steps } = (await verify(id, player)).json();
  assert.equal(valid, true);
  assert.ok(!steps.some(({ name }: { name: string }) => name === 'commitment'));
});

test('a record that was tampered with does not verify', async () => {
  const player = await createPlayer(app.db, 1_000);
  const box = await createCase(app.db, { widths: [5_000_000, 5_000_000] });
  const { id, roll } = (await open(app, player, box.id)).json().openings[0];
  const tampered = roll === 1 ? 2 : roll - 1;
  await app.db.query(sql`alter table case_openings disable trigger case_openings_append_only`);
  await app.db.query(sql`update case_openings set roll = ${tampered} where id = ${id}`);
  const { valid, steps } = (await verify(id, player)).json();
  assert.equal(valid, false);
  assert.deepEqual(
    steps.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name),
    ['roll'],
  );
  await app.db.query(sql`update case_openings set roll = ${roll} where id = ${id}`);
  await app.db.query(sql`alter table case_openings enable trigger case_openings_append_only`);
});

test('only the owner verifies, and what does not exist is not found', async () => {
  const [player, other] = [await createPlayer(app.db, 1_000), await createPlayer(app.db, 0)];
  const { id } = (await open(app, player, (await createCase(app.db)).id)).json().openings[0];
  assert.equal((await verify(id, other)).statusCode, 404);
  assert.equal((await verify('999999999', player)).statusCode, 404);
});

test('an administrator sees the openings of a user', async () => {
  const player = await createPlayer(app.db, 1_000);
  const admin = await createAdmin(app.db);
  await open(app, player, (await createCase(app.db)).id, { quantity: 2 });
  const url = `/admin/users/${player.userId}/case-openings`;
  assert.deepEqual((await get(app, `${url}?limit=1`, admin)).json().meta, { page: 1, limit: 1, total: 2 });
  assert.equal((await get(app, url, player)).statusCode, 403);
  assert.equal((await get(app, '/admin/users/999999/case-openings', admin)).statusCode, 404);
});

test('openings are append-only, and the second wheel has no fields of its own', async () => {
  const player = await createPlayer(app.db, 1_000);
  const { id } = (await open(app, player, (await createCase(app.db)).id)).json().openings[0];
  await assert.rejects(app.db.query(sql`update case_openings set roll = 1 where id = ${id}`), /append-only/);
  await assert.rejects(app.db.query(sql`delete from case_openings where id = ${id}`), /append-only/);
});

test('the drops of a case are as likely as its ranges say (χ² over 1,000,000 rolls of fixed seeds)', () => {
  const widths = [4_200_000, 2_500_000, 1_700_000, 900_000, 400_000, 200_000, 75_000, 20_000, 5_000];
  let end = 0;
  const ranges = widths.map((width) => {
    end += width;
    return { width, hashRangeStart: end - width + 1, hashRangeEnd: end };
  });
  assert.equal(end, 10_000_000);
  const counts = new Map(ranges.map((range) => [range, 0]));
  let flips = 0;
  const rolls = 1_000_000;
  const serverSeed = 'c5'.repeat(32);
  for (let nonce = 1; nonce <= rolls; nonce += 1) {
    const roll = rollOf({ serverSeed, clientSeed: 'distribution', nonce });
    const hit = pickItem(ranges, roll);
    counts.set(hit, (counts.get(hit) ?? 0) + 1);
    if (isFlip(9_700_001, roll)) flips += 1;
  }
  const chiSquare = ranges.reduce((sum, range) => {
    const expected = (rolls * range.width) / 10_000_000;
    return sum + ((counts.get(range) ?? 0) - expected) ** 2 / expected;
  }, 0);
  // 8 degrees of freedom: 0.86 and 26.12 leave 0.1 percent on either side.
  assert.ok(chiSquare > 0.86 && chiSquare < 26.12, `χ² = ${chiSquare}`);
  assert.ok(Math.abs(flips - rolls * 0.03) < 5 * Math.sqrt(rolls * 0.03 * 0.97), `${flips} flips`);
});

const opened = (id: string, name: string, itemValueCents: bigint, isFlip = false) => ({
  id: toId<'case-opening'>(id),
  item: { name },
  playable: { name: 'Neon' },
  itemValueCents,
  isFlip,
});

test('one opening is told with the item that was won', () => {
  assert.deepEqual(casesOpened([opened('7', '★ Karambit | Doppler', 90_000n, true)]), {
    type: 'CASE_OPENING',
    title: 'Caixa aberta',
    message: 'Você abriu uma caixa e ganhou ★ Karambit | Doppler.',
    en: { title: 'The case is open', message: 'You have opened a case and won ★ Karambit | Doppler.' },
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true, openingId: '7' },
  });
});

test('several openings are told once, with their number, the case and the best item', () => {
  const openings = [
    opened('7', 'P250 | Sand Dune', 3n),
    opened('8', '★ Karambit | Doppler', 90_000n, true),
    opened('9', 'AK-47 | Redline', 2_000n),
  ];
  assert.deepEqual(casesOpened(openings), {
    type: 'CASE_OPENING',
    title: '3 aberturas de Neon',
    message: 'Você abriu 3 caixas de uma vez. O melhor item foi ★ Karambit | Doppler.',
    en: {
      title: '3 openings of Neon',
      message: 'You have opened 3 cases at once. The best item was ★ Karambit | Doppler.',
    },
    metadata: { itemName: '★ Karambit | Doppler', isFlip: true, openingId: '8', count: 3, caseName: 'Neon' },
  });
});
