import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../../../../../test/support/calls.ts';
import { readCommittedSeeds } from '../../../../../test/support/committed-seeds.ts';
import { expectedRoll, hmac } from '../../../../../test/support/independent-rolls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { raw, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { shotStream } from '../events.records.ts';
import {
  createAdminCalls,
  createPlayer,
  moveToFuture,
  moveToPast,
  startEvent,
  tableOf,
  tierAt,
  times,
  useEventsWorld,
  whileLocked,
} from '../test-support.ts';

const world = useEventsWorld();

const shoot = (who: Person | null, payload: object = {}, headers: Record<string, string> = {}) =>
  world.call(who, 'POST', '/event-shoot/shoot', { ticketPrice: 250, ...payload }, headers);
const progressOf = async (who: Person, eventId: string) =>
  (await world.call(who, 'GET', `/event/${eventId}/progress`)).body;
const itemsOf = ({ userId }: Person) => world.db.query(sql`select id from inventory_items where user_id = ${userId}`);

async function assertUntouched(player: Person): Promise<void> {
  assert.deepEqual(await itemsOf(player), []);
  assert.deepEqual(await world.db.query(sql`select id from event_shots where user_id = ${player.userId}`), []);
  const spent = sql`select from event_progress where user_id = ${player.userId} and (tickets_spent > 0 or shots > 0)`;
  assert.deepEqual(await world.db.query(spent), []);
}

test('a shot costs its tickets and gives the item that its roll lies in', async () => {
  const items = await times(3, (index) => createItem(world.db, 100 * (index + 1)));
  const widths = [5_000_000, 3_000_000, 2_000_000];
  const table = tableOf(
    1000,
    items.map((id, index) => [id, widths[index] ?? 0]),
  );
  const { id: eventId } = await startEvent(world, { shoots: [table] });
  const player = await createPlayer(world.db, 3_100);
  for (const nonce of [1, 2, 3]) {
    const { status, body } = await shoot(player, { ticketPrice: 1000, clientSeed: `seed ${nonce}` });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.eventId, body.ticketPrice, body.nonce, body.clientSeed, body.ticketsLeft],
      [eventId, 1000, nonce, `seed ${nonce}`, 3_100 - 1000 * nonce],
    );
    assert.equal(hmac(body.serverSeed, ''), body.serverSeedHash);
    assert.equal(body.roll, expectedRoll(body.serverSeed, `seed ${nonce}`, nonce));
    const index = table.prizes.findIndex(({ hashRangeEnd }) => body.roll <= hashRangeEnd);
    assert.deepEqual(
      [body.item.id, body.item.valueCentsBrl, body.chancePercent],
      [items[index], String(100 * (index + 1)), ['50', '30', '20'][index]],
    );
    assert.deepEqual(
      await world.db.query(sql`
        select item_id, acquired_from, source_type, source_id, source_index from inventory_items
        where id = ${body.inventoryItemId} and user_id = ${player.userId}`),
      [
        {
          itemId: body.item.id,
          acquiredFrom: 'Evento - Atire na Caixa',
          sourceType: 'EVENT_SHOT',
          sourceId: body.id,
          sourceIndex: 0,
        },
      ],
    );
  }
  assert.deepEqual((await shoot(player, { ticketPrice: 1000 })).body.message, 'Você não tem tickets suficientes.');
  assert.equal((await progressOf(player, eventId)).shots, 3);
});

test('the hash that was shown before is that of the seed revealed by the next shot, every time', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 1_000);
  for (const nonce of [1, 2, 3]) {
    const { nextShot } = await progressOf(player, eventId);
    assert.equal(nextShot.nonce, nonce);
    const { body } = await shoot(player);
    assert.deepEqual([body.nonce, body.serverSeedHash], [nonce, nextShot.serverSeedHash]);
    assert.equal(hmac(body.serverSeed, ''), nextShot.serverSeedHash);
  }
});

test('no answer contains a seed that is not revealed yet', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 500);
  const texts: string[] = [];
  const ask = async (path: string, who: Person | null = player) =>
    texts.push((await world.call(who, 'GET', path)).text);
  await ask(`/event/${eventId}/progress`);
  const fired = await shoot(player);
  texts.push(fired.text, (await world.call(player, 'POST', `/event-shoot/${fired.body.id}/verify`)).text);
  for (const path of ['progress', 'shots']) await ask(`/event/${eventId}/${path}`);
  await ask('/event/active', null);
  await ask(`/admin/events/${eventId}`, world.admin);
  const trail = await world.db.query<{ text: string }>(sql`select metadata::text as text from audit_entries`);
  texts.push(...trail.map(({ text }) => text));
  const used = await world.db.query<{ seed: string }>(sql`select server_seed as seed from event_shots`);
  const committed = await readCommittedSeeds(world.db, shotStream({ eventId, userId: player.userId }));
  const hidden = committed.filter(({ seed }) => !used.some((shot) => shot.seed === seed));
  assert.ok(hidden.length > 0);
  for (const { seed } of hidden) assert.ok(!texts.some((text) => text.includes(seed)));
});

test('the client seed is that of the request, else the user’s, else a random one', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 1_000);
  const seedOf = async (payload: object = {}) => (await shoot(player, payload)).body.clientSeed;
  const [first, second] = [await seedOf(), await seedOf()];
  assert.match(first, /^[0-9a-f]{64}$/);
  assert.notEqual(first, second);
  await world.db.query(sql`update users set client_seed = 'mine' where id = ${player.userId}`);
  assert.deepEqual([await seedOf(), await seedOf({ clientSeed: 'other' })], ['mine', 'other']);
});

test('50 shots at once with tickets for one fire one', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 499);
  const answers = await times(50, () => shoot(player));
  const fired = answers.filter(({ status }) => status === 200);
  assert.deepEqual([fired.length, fired[0]?.body.ticketsLeft], [1, 249]);
  const refusals = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of refusals)
    assert.deepEqual([status, body.message], [400, 'Você não tem tickets suficientes.']);
  assert.equal((await itemsOf(player)).length, 1);
  const { tickets, shots } = await progressOf(player, eventId);
  assert.deepEqual([tickets, shots], [249, 1]);
});

test('shots and commitments at once use every nonce and every seed once', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250 * 25);
  const answers = await times(50, (index) =>
    index % 2 === 0 ? shoot(player) : world.call(player, 'GET', `/event/${eventId}/progress`),
  );
  assert.ok(answers.every(({ status }) => status === 200));
  const shown = new Map(
    answers.flatMap(({ body }) => (body.nextShot ? [[body.nextShot.nonce, body.nextShot.serverSeedHash]] : [])),
  );
  const fired = answers.filter(({ body }) => body.roll !== undefined);
  assert.deepEqual(
    fired.map(({ body }) => body.nonce).sort((one, other) => one - other),
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  for (const { body } of fired) {
    assert.equal(shown.get(body.nonce) ?? body.serverSeedHash, body.serverSeedHash);
  }
});

test('a counter of its own: the nonce of the account does not move', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 250);
  assert.equal((await shoot(player)).body.nonce, 1);
  assert.deepEqual(await world.db.query(sql`select nonce from accounts where user_id = ${player.userId}`), [
    { nonce: '0' },
  ]);
});

test('an event can be named, and must run', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 1_000);
  assert.equal((await shoot(player, { eventId })).status, 200);
  const other = await createPlayer(world.db, 1_000);
  const refused = async (payload: object, status: number, message: string) => {
    const answer = await shoot(other, payload);
    assert.deepEqual([answer.status, answer.body.message], [status, message]);
  };
  await moveToFuture(world.db, eventId, 7);
  await refused({ eventId }, 400, 'Este evento não está em andamento.');
  await moveToPast(world.db, eventId, 7);
  await refused({ eventId }, 400, 'Este evento não está em andamento.');
  await refused({}, 404, 'Nenhum evento está em andamento.');
  await refused({ eventId: '999999' }, 404, 'Evento não encontrado.');
  await assertUntouched(other);
});

test('what is refused has cost nothing, and leaves the commitment as it was', async () => {
  const { id: eventId } = await startEvent(world);
  const [rich, poor] = [await createPlayer(world.db, 9_000), await createPlayer(world.db, 249)];
  const before = await progressOf(rich, eventId);
  const noTable = await shoot(rich, { ticketPrice: 5000 });
  assert.deepEqual([noTable.status, noTable.body.message], [422, 'Este evento não tem tiros por esse preço.']);
  const tooDear = await shoot(poor);
  assert.deepEqual([tooDear.status, tooDear.body.message], [400, 'Você não tem tickets suficientes.']);
  assert.equal((await shoot(await createPerson(world.db))).status, 400);
  for (const payload of [
    { ticketPrice: 251 },
    { ticketPrice: '250' },
    { clientSeed: 'x'.repeat(129) },
    { eventId: 'x' },
  ]) {
    const { status, body } = await shoot(rich, payload);
    assert.deepEqual([status, body.errors[0].field], [400, Object.keys(payload)[0]]);
  }
  assert.equal((await shoot(null)).status, 401);
  assert.deepEqual(await progressOf(rich, eventId), before);
  await Promise.all([assertUntouched(rich), assertUntouched(poor)]);
});

test('a shot that fails half-way is undone as a whole, its seed stays hidden and is used by the next', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const before = await progressOf(player, eventId);
  await world.db.query(sql`
    alter table event_shots add constraint event_shots_test check (user_id <> ${raw(player.userId)}) not valid`);
  const failed = await shoot(player);
  await world.db.query(sql`alter table event_shots drop constraint event_shots_test`);
  assert.equal(failed.status, 500);
  await assertUntouched(player);
  assert.deepEqual(await progressOf(player, eventId), before);
  assert.equal((await shoot(player)).body.serverSeedHash, before.nextShot.serverSeedHash);
});

test('a repeat with the same key fires nothing more', async () => {
  await startEvent(world);
  const player = await createPlayer(world.db, 1_000);
  const key = { 'idempotency-key': 'shot-1' };
  const first = await shoot(player, {}, key);
  const second = await shoot(player, {}, key);
  assert.deepEqual([first.status, second.text, second.replayed], [200, first.text, true]);
  assert.equal((await shoot(player, { clientSeed: 'other' }, key)).status, 422);
  assert.equal((await itemsOf(player)).length, 1);
});

test('tickets beyond 64 bits of hundredths are counted exactly', async () => {
  const worthless = await createItem(world.db, 0);
  const shoots = [tableOf(250, [[worthless, 10_000_000]])];
  await startEvent(world, { shoots }, { ticketsPerReal: 1_000_000 });
  const player = await createPlayer(world.db, 10 ** 15);
  // 10^15 cents × 10^6 ÷ 100 is 10^19, which 64 bits do not hold.
  assert.equal((await shoot(player)).body.ticketsLeft, Number(10n ** 19n - 250n));
});

test('neither a shot nor a claim looks for items by their source, which has no index', async () => {
  const reward = { type: 'ITEM', item: await createItem(world.db) } as const;
  const { id, tiers } = await startEvent(world, { tiers: [tierAt(1, reward)] });
  const player = await createPlayer(world.db, 250);
  const before = world.statements.length;
  assert.equal((await shoot(player)).status, 200);
  assert.equal((await world.call(player, 'POST', `/event/${id}/claim`, { tierId: tiers[0]?.id })).status, 200);
  const onItems = world.statements.slice(before).filter((text) => text.includes('inventory_items'));
  assert.equal(onItems.filter((text) => text.includes('insert into inventory_items')).length, 2);
  for (const text of onItems) assert.doesNotMatch(text, /\b(where|on|using)\b[^;]*\bsource_/);
});

test('a clock that steps back does not keep a committed shot from being fired', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const { nextShot } = await progressOf(player, eventId);
  // The commitment appears to have come an hour later.
  await world.db.query(sql`alter table commitment_runs disable trigger commitments_append_only`);
  await world.db.query(sql`
    update commitment_runs set committed_at = committed_at + interval '1 hour'
    where stream = ${shotStream({ eventId, userId: player.userId })}`);
  await world.db.query(sql`alter table commitment_runs enable trigger commitments_append_only`);
  const { status, body } = await shoot(player);
  assert.deepEqual([status, body.serverSeedHash], [200, nextShot.serverSeedHash]);
  const verified = await world.call(player, 'POST', `/event-shoot/${body.id}/verify`);
  const names = verified.body.steps.map(({ name }: { name: string }) => name);
  assert.deepEqual([verified.body.valid, names.includes('commitment')], [true, true]);
});

test('a shot that had to wait until the event had ended is refused', async () => {
  const { id: eventId } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const late = await whileLocked(
    world.db,
    sql`select from accounts where user_id = ${player.userId} for update`,
    () => shoot(player, { eventId }),
    sql`update events set ends_at = clock_timestamp() where id = ${eventId}`,
  );
  assert.deepEqual([late.status, late.body.message], [400, 'Este evento não está em andamento.']);
  await assertUntouched(player);
});

const setEdges = async (maxCaseRtpPercent: string, upgradeEdgePercent: string) => {
  for (const [key, value] of Object.entries({ maxCaseRtpPercent, upgradeEdgePercent })) {
    await world.db.query(sql`update settings set value = ${JSON.stringify(value)}::jsonb where key = ${key}`);
  }
};
const setValue = (itemId: Id<'item'>, cents: number) =>
  world.db.query(sql`update items set value_cents_brl = ${cents} where id = ${itemId}`);

const PAUSED = [
  409,
  'Os tiros por esse preço estão pausados por causa dos preços atuais dos itens. Tente de novo mais tarde.',
];

test('a table that gives more than the wagers behind its tickets leave is not published', async () => {
  const calls = createAdminCalls(world);
  await setEdges('97', '10');
  const itemId = await createItem(world.db, 8);
  // 250 tickets at 100 a real stand for wagers of 250 cents, of which 3 percent are 7.5.
  const { id } = await calls.create(itemId);
  const refused = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual(
    [refused.status, refused.body.errors],
    [
      422,
      [
        {
          field: 'shoots.0.prizes',
          message: 'a shot gives about 8 cents, and the wagers behind its 250 tickets leave at most 7 to the house',
        },
      ],
    ],
  );
  assert.equal((await calls.call('GET', `/${id}`)).body.shoots[0].isPaused, true);
  await setValue(itemId, 7);
  const published = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual([published.status, published.body.shoots[0].isPaused], [200, false]);
});

test('a table is paused while prices or edges make it too generous, and only that one', async () => {
  await setEdges('97', '10');
  const [itemId, otherId] = [await createItem(world.db, 7), await createItem(world.db, 7)];
  const shoots = [tableOf(250, [[itemId, 10_000_000]]), tableOf(500, [[otherId, 10_000_000]])];
  const { id } = await startEvent(world, { shoots });
  const player = await createPlayer(world.db, 100_000);
  const shoot = async (ticketPrice = 250) => {
    const reply = await world.call(player, 'POST', '/event-shoot/shoot', { ticketPrice });
    return reply.status === 200 ? 200 : refusal(reply);
  };
  const shown = async () =>
    (await world.call(null, 'GET', '/event/active')).body.event.shoots.map(
      ({ isPaused }: { isPaused: boolean }) => isPaused,
    );
  assert.equal(await shoot(), 200);
  await setValue(itemId, 8);
  assert.deepEqual([await shoot(), await shoot(500), await shown()], [PAUSED, 200, [true, false]]);
  const { tickets, shots, nextShot } = (await world.call(player, 'GET', `/event/${id}/progress`)).body;
  assert.deepEqual([tickets, shots, nextShot.nonce], [100_000 - 750, 2, 3], 'a refused shot costs nothing');
  await setEdges('96.8', '10');
  assert.deepEqual([await shoot(), await shown()], [200, [false, false]], 'exactly 8 cents of 250');
  await setEdges('90', '3');
  assert.deepEqual([await shoot(), await shown()], [PAUSED, [true, false]], 'upgrades leave less than cases');
  await setValue(itemId, 7);
  assert.equal(await shoot(), 200);
});
