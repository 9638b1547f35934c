import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { TICKET_PRICES } from '../index.ts';
import { createAdminCalls, createPlayer, startEvent, times, useEventsWorld } from '../test-support.ts';

const world = useEventsWorld();
const calls = createAdminCalls(world);
let itemId: Id<'item'>;
before(async () => {
  itemId = await createItem(world.db, 100);
});

test('a new event is a draft with everything that was given', async () => {
  const given = calls.bodyOf(itemId);
  const { status, body } = await calls.call('POST', '', given);
  assert.equal(status, 201);
  const { id, tiers, shoots, totals, createdAt: _, ...fields } = body;
  const { tiers: __, shoots: ___, ...givenFields } = given;
  assert.deepEqual(fields, { ...givenFields, status: 'DRAFT', isRunning: false });
  assert.deepEqual(
    tiers.map(({ number, reward }: { number: number; reward: Record<string, unknown> }) => [
      number,
      reward.balanceCents ?? reward.tickets ?? (reward.item as { id: string }).id,
    ]),
    [
      [1, '150'],
      [2, 250],
      [3, itemId],
    ],
  );
  assert.deepEqual([shoots[0].ticketPrice, shoots[0].prizes[0].chancePercent], [250, '100']);
  assert.deepEqual(totals, {
    players: 0,
    wageredCents: '0',
    wageredFormatted: 'R$ 0,00',
    ticketsSpent: 0,
    shots: 0,
    claims: 0,
    spentCents: '0',
  });
  assert.deepEqual((await calls.call('GET', `/${id}`)).body, body);
  assert.deepEqual(await calls.actionsOf(id), ['EVENT_CREATED']);
});

test('contents that cannot be played are refused with the place of every fault', async () => {
  const prizes = [
    { itemId, hashRangeStart: 1, hashRangeEnd: 5 },
    { itemId: '999999', hashRangeStart: 7, hashRangeEnd: 10_000_000 },
  ];
  const answer = await calls.call(
    'POST',
    '',
    calls.bodyOf(itemId, {
      endsAt: new Date(0).toISOString(),
      tiers: [{ pointsRequired: 1, reward: { type: 'ITEM', itemId: '999999' } }],
      shoots: [{ ticketPrice: 500, prizes }],
    }),
  );
  assert.deepEqual(refusal(answer), [422, 'This event cannot be run']);
  assert.deepEqual(faultFields(answer), [
    'endsAt',
    'tiers.0.reward.itemId',
    'shoots.0.prizes.1',
    'shoots.0.prizes.1.itemId',
  ]);
});

test('a malformed body names the field', async () => {
  const tier = (reward: object) => ({ tiers: [{ pointsRequired: 1, reward }] });
  const table = (prizes: object[], more: object = {}) => ({ shoots: [{ ticketPrice: 250, prizes, ...more }] });
  const certain = [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
  const cases: [object, string][] = [
    [{ name: ' ' }, 'name'],
    [{ imageUrl: 'ftp://a.example' }, 'imageUrl'],
    [{ startsAt: 'tomorrow' }, 'startsAt'],
    [{ endsAt: '275760-09-13' }, 'endsAt'],
    [{ pointsPerReal: -1 }, 'pointsPerReal'],
    [{ ticketsPerReal: 1_000_001 }, 'ticketsPerReal'],
    [tier({ type: 'BALANCE', balanceCents: '0' }), 'tiers.0.reward.balanceCents'],
    [tier({ type: 'BALANCE', tickets: 5 }), 'tiers.0.reward'],
    [tier({ type: 'ITEM', itemId: '1', tickets: 5 }), 'tiers.0.reward'],
    [{ shoots: [{ ticketPrice: 300, prizes: certain }] }, 'shoots.0.ticketPrice'],
    [table([]), 'shoots.0.prizes'],
    [table([{ itemId }]), 'shoots.0.prizes.0'],
    [table([{ itemId, hashRangeStart: 1 }]), 'shoots.0.prizes.0'],
    [table([{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000, probability: 100 }]), 'shoots.0.prizes.0'],
    [table([{ itemId, hashRangeStart: 1.5, hashRangeEnd: 10_000_000 }]), 'shoots.0.prizes.0.hashRangeStart'],
    [table([{ itemId, probability: 0 }]), 'shoots.0.prizes.0.probability'],
    [table([{ itemId, probability: '0.000001' }]), 'shoots.0.prizes.0.probability'],
    [table([{ itemId, probability: 0.000001 }]), 'shoots.0.prizes.0.probability'],
    [table([...certain, { itemId, probability: 1 }]), 'shoots.0.prizes.1'],
    [table([{ itemId, probability: 1 }, ...certain]), 'shoots.0.prizes.1'],
    [table(certain, { normalize: true }), 'shoots.0.normalize'],
  ];
  for (const [more, field] of cases) {
    const answer = await calls.call('POST', '', calls.bodyOf(itemId, more));
    assert.deepEqual([answer.status, faultFields(answer)], [400, [field]]);
  }
  const everywhere = await calls.call('POST', '', {
    ...calls.bodyOf(itemId, tier({ type: 'ITEM', tickets: 5 })),
    shoots: [certain, [{ itemId }], [{ itemId, probability: -1 }]].map((prizes, index) => ({
      ticketPrice: TICKET_PRICES[index],
      prizes,
    })),
  });
  assert.deepEqual(faultFields(everywhere), ['tiers.0.reward', 'shoots.1.prizes.0', 'shoots.2.prizes.0.probability']);
});

test('prizes may be given by probabilities, exactly or as weights', async () => {
  const [one, two, three] = await times(3, () => createItem(world.db));
  const odds = (...percents: (number | string)[]) =>
    [one, two, three].slice(0, percents.length).map((id, index) => ({ itemId: id, probability: percents[index] }));
  const shoots = [
    { ticketPrice: 250, prizes: odds('79.99', 20, 0.01) },
    { ticketPrice: 500, prizes: odds(2, 1), normalize: true },
    { ticketPrice: 1000, prizes: [{ itemId: one, hashRangeStart: 1, hashRangeEnd: 10_000_000 }] },
  ];
  const told = (event: { shoots: { prizes: Record<string, never>[] }[] }) =>
    event.shoots.map(({ prizes }) =>
      prizes.map(({ item, hashRangeStart, hashRangeEnd, chancePercent }) => [
        (item as unknown as { id: string }).id,
        hashRangeStart,
        hashRangeEnd,
        chancePercent,
      ]),
    );
  const draft = await calls.create(itemId, { shoots });
  assert.deepEqual(told(draft), [
    [
      [one, 1, 7_999_000, '79.99'],
      [two, 7_999_001, 9_999_000, '20'],
      [three, 9_999_001, 10_000_000, '0.01'],
    ],
    [
      [one, 1, 6_666_667, '66.66667'],
      [two, 6_666_668, 10_000_000, '33.33333'],
    ],
    [[one, 1, 10_000_000, '100']],
  ]);
  const halves = [{ ticketPrice: 5000, prizes: odds(50, 50) }];
  const edited = await calls.call('PATCH', `/${draft.id}`, { shoots: halves });
  assert.deepEqual(told(edited.body), [
    [
      [one, 1, 5_000_000, '50'],
      [two, 5_000_001, 10_000_000, '50'],
    ],
  ]);
  assert.equal((await calls.call('POST', `/${draft.id}/publish`)).status, 200);
});

test('probabilities that cannot be played are refused with their place', async () => {
  const shoots = [
    { ticketPrice: 250, prizes: [{ itemId, probability: 99.5 }] },
    { ticketPrice: 500, prizes: [10, 90].map((probability) => ({ itemId, probability })), normalize: true },
    { ticketPrice: 1000, prizes: [{ itemId: '999999', probability: 100 }] },
  ];
  const answer = await calls.call('POST', '', calls.bodyOf(itemId, { shoots }));
  assert.deepEqual(refusal(answer), [422, 'This event cannot be run']);
  assert.deepEqual(answer.body.errors, [
    { field: 'shoots.0.prizes', message: 'the probabilities sum to 99.5 percent instead of 100' },
    { field: 'shoots.1.prizes.1', message: `item ${itemId} is given already at shoots.1.prizes.0` },
    { field: 'shoots.2.prizes.0.itemId', message: 'there is no item 999999, or it is archived' },
  ]);
});

test('an event of every year may have the same name', async () => {
  const { name } = await calls.create(itemId);
  const [second, third] = [await calls.create(itemId, { name }), await calls.create(itemId)];
  assert.equal(second.name, name);
  assert.equal((await calls.call('PATCH', `/${third.id}`, { name })).body.name, name);
  for (const { id } of [second, third]) assert.equal((await calls.call('POST', `/${id}/publish`)).status, 200);
});

test('times are given with their zone, and days that do not exist are refused in words', async () => {
  const message = 'must be a time that exists, with its zone, as 2026-11-15T12:00:00Z or 2026-11-15T09:00:00-03:00';
  for (const startsAt of ['2026-02-30T12:00:00Z', '2026-11-15T12:00:00', '2026-11-15']) {
    const { status, body } = await calls.call('POST', '', calls.bodyOf(itemId, { startsAt }));
    assert.deepEqual([status, body.errors], [400, [{ field: 'startsAt', message }]]);
  }
  const times = { startsAt: '2020-01-01T00:30:00+01:00', endsAt: '2020-01-01T00:00:00.5-03:00' };
  const { startsAt, endsAt } = await calls.create(itemId, times);
  assert.deepEqual([startsAt, endsAt], ['2019-12-31T23:30:00.000Z', '2020-01-01T03:00:00.500Z']);
});

test('of a draft everything can be changed, and what is left out stays', async () => {
  const draft = await calls.create(itemId);
  const shoots = [500, 1000].map((ticketPrice) => ({
    ticketPrice,
    prizes: [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }],
  }));
  const tiers = [{ pointsRequired: 7, reward: { type: 'TICKETS', tickets: 9 } }];
  const { status, body } = await calls.call('PATCH', `/${draft.id}`, { pointsPerReal: 3, shoots, tiers });
  assert.equal(status, 200);
  assert.deepEqual(
    [body.pointsPerReal, body.ticketsPerReal, body.name, body.startsAt],
    [3, draft.ticketsPerReal, draft.name, draft.startsAt],
  );
  assert.deepEqual(
    body.shoots.map(({ ticketPrice }: { ticketPrice: number }) => ticketPrice),
    [500, 1000],
  );
  assert.deepEqual([body.tiers.length, body.tiers[0].pointsRequired, body.tiers[0].number], [1, 7, 1]);
  const unsound = await calls.call('PATCH', `/${draft.id}`, { endsAt: draft.startsAt });
  assert.deepEqual([unsound.status, faultFields(unsound)], [422, ['endsAt']]);
  await calls.call('PATCH', `/${draft.id}`, { pointsPerReal: 3 });
  assert.deepEqual(await calls.actionsOf(draft.id), ['EVENT_CREATED', 'EVENT_UPDATED']);
  assert.deepEqual(refusal(await calls.call('PATCH', '/999999', {})), [404, 'Evento não encontrado.']);
});

test('what has happened is told: players, wagers, shots and claims', async () => {
  const { id, tiers } = await startEvent(world, {
    tiers: [{ pointsRequired: 1n, reward: { type: 'TICKETS', tickets: 1n } }],
  });
  const players = await times(3, () => createPlayer(world.db, 600));
  for (const player of players.slice(0, 2))
    await world.call(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250 });
  await world.call(players[0] ?? null, 'POST', `/event/${id}/claim`, { tierId: tiers[0]?.id });
  await world.call(await createPerson(world.db), 'GET', `/event/${id}/progress`);
  assert.deepEqual((await calls.call('GET', `/${id}`)).body.totals, {
    players: 3,
    wageredCents: '1800',
    wageredFormatted: 'R$ 18,00',
    ticketsSpent: 500,
    shots: 2,
    claims: 1,
    spentCents: '20',
  });
});

test('events are listed by status, the latest to start first', async () => {
  const [first, second] = [await calls.create(itemId), await calls.create(itemId)];
  const { body } = await calls.call('GET', '?status=DRAFT&limit=2');
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [second.id, first.id],
  );
  const [count] = await world.db.query<{ drafts: number }>(
    sql`select count(*)::int as drafts from events where status = 'DRAFT'`,
  );
  assert.deepEqual(body.meta, { page: 1, limit: 2, total: count?.drafts });
  assert.ok((await calls.call('GET', '')).body.meta.total > body.meta.total);
  assert.equal((await calls.call('GET', '?status=LIVE')).status, 400);
  assert.equal((await calls.call('GET', '/999999')).status, 404);
});

test('administrators only', async () => {
  const player = await createPerson(world.db);
  const { id } = await calls.create(itemId);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', `/${id}`],
    ['POST', ''],
    ['PATCH', `/${id}`],
    ['POST', `/${id}/publish`],
    ['POST', `/${id}/end`],
    ['DELETE', `/${id}`],
  ] as const) {
    const payload = method === 'GET' || method === 'DELETE' ? undefined : calls.bodyOf(itemId);
    assert.equal((await world.call(player, method, `/admin/events${path}`, payload)).status, 403);
    assert.equal((await world.call(null, method, `/admin/events${path}`, payload)).status, 401);
  }
});

test('what an event says is for the games alone is given so, by claims and by shots', async () => {
  const { db, call, admin } = world;
  await startEvent(world);
  await call(admin, 'POST', `/admin/events/${(await call(null, 'GET', '/event/active')).body.event.id}/end`);
  const reward = { type: 'ITEM', itemId, restrictedToGames: true };
  const prizes = [{ itemId, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
  const { id } = await calls.create(itemId, {
    startsAt: new Date().toISOString(),
    tiers: [
      { pointsRequired: 10, reward },
      { pointsRequired: 20, reward: { type: 'ITEM', itemId } },
    ],
    shoots: [
      { ticketPrice: 250, prizes, restrictedToGames: true },
      { ticketPrice: 500, prizes },
    ],
  });
  await calls.call('PATCH', `/${id}`, { endsAt: new Date(Date.now() + 3_600_000).toISOString() });
  const { body: event } = await calls.call('POST', `/${id}/publish`);
  const saysSo = (each: { restrictedToGames?: boolean }) => each.restrictedToGames;
  assert.deepEqual(
    event.tiers.map((tier: { reward: object }) => saysSo(tier.reward)),
    [true, undefined],
  );
  assert.deepEqual(event.shoots.map(saysSo), [true, undefined]);
  const player = await createPlayer(db, 1_000);
  for (const { id: tierId } of event.tiers) await call(player, 'POST', `/event/${id}/claim`, { tierId });
  for (const ticketPrice of [250, 500]) await call(player, 'POST', '/event-shoot/shoot', { ticketPrice });
  const held = await db.query(sql`
    select restricted_to_games as restricted from inventory_items where user_id = ${player.userId} order by id`);
  assert.deepEqual(
    held,
    [true, false, true, false].map((restricted) => ({ restricted })),
  );
});
