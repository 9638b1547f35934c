import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { readCommittedSeeds } from '../../../../../test/support/committed-seeds.ts';
import { hmac } from '../../../../../test/support/independent-rolls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson } from '../../../../../test/support/people.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { shotStream } from '../events.records.ts';
import {
  createPlayer,
  moveToFuture,
  moveToPast,
  startEvent,
  tableOf,
  tierAt,
  times,
  useEventsWorld,
} from '../test-support.ts';

const world = useEventsWorld();

test('without an event that runs, the active one is null', async () => {
  const { status, body } = await world.call(null, 'GET', '/event/active');
  assert.deepEqual([status, body], [200, { event: null, claimable: [] }]);
});

test('events that ended within seven days are told to claim in, the last to end first', async () => {
  const active = async () => (await world.call(null, 'GET', '/event/active')).body;
  const [oldest, tooOld, recent, draft] = [
    await startEvent(world),
    await startEvent(world),
    await startEvent(world),
    await startEvent(world),
  ];
  await moveToPast(world.db, oldest.id, 24 * 7 - 1);
  await moveToPast(world.db, tooOld.id, 24 * 7);
  await moveToPast(world.db, recent.id, 3);
  await moveToPast(world.db, draft.id, 4);
  await world.db.query(sql`update events set status = 'DRAFT' where id = ${draft.id}`);
  const running = await startEvent(world);
  const { event, claimable } = await active();
  assert.equal(event.id, running.id);
  assert.deepEqual(
    claimable.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [
      [recent.id, recent.name],
      [oldest.id, oldest.name],
    ],
  );
  for (const { endsAt, claimableUntil } of claimable) {
    assert.equal(Date.parse(claimableUntil) - Date.parse(endsAt), 7 * 24 * 3_600_000);
  }
  await moveToPast(world.db, running.id, 5);
  const none = await active();
  assert.deepEqual([none.event, none.claimable.length], [null, 3]);
});

test('anybody sees the event that runs, with rewards, tables and exact chances', async () => {
  const [cheap, dear] = [await createItem(world.db, 100), await createItem(world.db, 9_900)];
  const event = await startEvent(
    world,
    {
      tiers: [
        tierAt(10, { type: 'TICKETS', tickets: 250n }),
        tierAt(20, { type: 'BALANCE', balanceCents: 1_500n }),
        tierAt(30, { type: 'ITEM', item: dear }),
      ],
      shoots: [
        tableOf(500, [[dear, 10_000_000]]),
        tableOf(250, [
          [cheap, 9_999_999],
          [dear, 1],
        ]),
      ],
    },
    { pointsPerReal: 7, ticketsPerReal: 3 },
  );
  const { status, body } = await world.call(null, 'GET', '/event/active');
  assert.equal(status, 200);
  const { tiers, shoots, ...fields } = body.event;
  assert.deepEqual(fields, {
    id: event.id,
    name: event.name,
    description: event.description,
    imageUrl: event.imageUrl,
    startsAt: event.startsAt.toISOString(),
    endsAt: event.endsAt.toISOString(),
    pointsPerReal: 7,
    ticketsPerReal: 3,
  });
  assert.deepEqual(
    tiers.map(({ number, pointsRequired, reward }: Record<string, Record<string, unknown>>) => [
      number,
      pointsRequired,
      reward?.type,
      reward?.tickets,
      reward?.balanceCents,
      (reward?.item as { id: string } | null)?.id ?? null,
    ]),
    [
      [1, 10, 'TICKETS', 250, null, null],
      [2, 20, 'BALANCE', null, '1500', null],
      [3, 30, 'ITEM', null, null, dear],
    ],
  );
  assert.deepEqual(
    shoots.map(({ ticketPrice }: { ticketPrice: number }) => ticketPrice),
    [250, 500],
  );
  assert.deepEqual(
    shoots[0].prizes.map((prize: { item: { id: string; valueFormatted: string }; chancePercent: string }) => [
      prize.item.id,
      prize.item.valueFormatted,
      prize.chancePercent,
    ]),
    [
      [cheap, 'R$ 1,00', '99.99999'],
      [dear, 'R$ 99,00', '0.00001'],
    ],
  );
});

test('the number of statements does not depend on what the event holds', async () => {
  const statementsOf = async (tiers: number, prizes: number) => {
    const items = await times(prizes, () => createItem(world.db, 10));
    const widths = items.map((id, index): [typeof id, number] => [id, index === 0 ? 10_000_000 - prizes + 1 : 1]);
    await startEvent(world, {
      tiers: Array.from({ length: tiers }, (_, index) => tierAt(index + 1, { type: 'TICKETS', tickets: 1n })),
      shoots: [tableOf(250, widths), tableOf(5000, widths)],
    });
    const before = world.statements.length;
    await world.call(null, 'GET', '/event/active');
    return world.statements.length - before;
  };
  assert.equal(await statementsOf(1, 1), 4);
  assert.equal(await statementsOf(30, 20), 4);
});

test('progress tells points, tickets and where every tier stands', async () => {
  const tiers = [tierAt(50, { type: 'TICKETS', tickets: 40n }), tierAt(51, { type: 'TICKETS', tickets: 1n })];
  const { id, ...event } = await startEvent(world, { tiers }, { pointsPerReal: 10, ticketsPerReal: 3 });
  const player = await createPlayer(world.db, 509);
  const path = `/event/${id}/progress`;
  const progress = async () => (await world.call(player, 'GET', path)).body;
  const { tiers: first, nextShot, ...figures } = await progress();
  assert.deepEqual(figures, {
    eventId: id,
    points: 50,
    tickets: 15,
    wageredCents: '509',
    wageredFormatted: 'R$ 5,09',
    shots: 0,
    clientSeed: null,
  });
  const flags = (shown: { claimed: boolean; claimable: boolean }[]) =>
    shown.map(({ claimed, claimable }) => [claimed, claimable]);
  assert.deepEqual(flags(first), [
    [false, true],
    [false, false],
  ]);
  await world.call(player, 'POST', `/event/${id}/claim`, { tierId: event.tiers[0]?.id });
  await world.db.query(sql`update users set client_seed = 'mine' where id = ${player.userId}`);
  const later = await progress();
  assert.deepEqual([later.tickets, later.points, later.clientSeed], [55, 50, 'mine']);
  assert.deepEqual(flags(later.tiers), [
    [true, false],
    [false, false],
  ]);
  assert.equal(nextShot.nonce, 1);
});

test('the next shot is committed to once, however often and by how many it is asked for, and is on the trail', async () => {
  const { id } = await startEvent(world);
  const player = await createPlayer(world.db, 250);
  const answers = await times(50, () => world.call(player, 'GET', `/event/${id}/progress`));
  const hashes = new Set(answers.map(({ body }) => body.nextShot.serverSeedHash));
  assert.equal(hashes.size, 1);
  const [hash] = [...hashes];
  const stream = shotStream({ eventId: id, userId: player.userId });
  const [kept] = await readCommittedSeeds(world.db, stream);
  assert.equal(hmac(kept?.seed ?? '', ''), hash);
  for (const { text } of answers) assert.ok(!text.includes(kept?.seed ?? ''));
  const hashesDigest = createHash('sha256').update(hash).digest('hex');
  assert.deepEqual(
    await world.db.query(sql`
      select entity_type, entity_id, metadata from audit_entries
      where user_id = ${player.userId} and action = 'SEEDS_COMMITTED'`),
    [
      {
        entityType: 'event',
        entityId: id,
        metadata: { stream, firstNonce: 1, count: 1, hashesDigest },
      },
    ],
  );
  const before = world.statements.length;
  await world.call(player, 'GET', `/event/${id}/progress`);
  assert.ok(!world.statements.slice(before).includes('begin'), 'asking again writes nothing');
});

test('who has not wagered starts from nothing, and can see the commitment too', async () => {
  const { id } = await startEvent(world);
  const { body } = await world.call(await createPerson(world.db), 'GET', `/event/${id}/progress`);
  assert.deepEqual([body.points, body.tickets, body.nextShot.nonce], [0, 0, 1]);
});

test('before its start and after its end an event commits to nothing', async () => {
  const { id } = await startEvent(world, { tiers: [tierAt(1, { type: 'TICKETS', tickets: 1n })] });
  const player = await createPlayer(world.db, 100);
  const shown = async () => (await world.call(player, 'GET', `/event/${id}/progress`)).body;
  await moveToFuture(world.db, id, 9);
  assert.deepEqual([(await shown()).nextShot, (await shown()).tiers[0].claimable], [null, false]);
  await moveToPast(world.db, id, 9);
  assert.deepEqual([(await shown()).nextShot, (await shown()).tiers[0].claimable], [null, true]);
  await moveToPast(world.db, id, 24 * 7 + 1);
  assert.equal((await shown()).tiers[0].claimable, false);
});

test('an unknown event, a draft and an archived one are not found', async () => {
  const player = await createPerson(world.db);
  const { id } = await startEvent(world);
  for (const status of ['DRAFT', 'ARCHIVED']) {
    await world.db.query(sql`update events set status = ${status} where id = ${id}`);
    for (const path of ['progress', 'shots']) {
      const { status: code, body } = await world.call(player, 'GET', `/event/${id}/${path}`);
      assert.deepEqual([code, body.message], [404, 'Evento não encontrado.']);
    }
  }
  assert.equal((await world.call(player, 'GET', '/event/999999/progress')).status, 404);
  assert.equal((await world.call(player, 'GET', '/event/x/progress')).status, 400);
  assert.equal((await world.call(null, 'GET', `/event/${id}/progress`)).status, 401);
});
