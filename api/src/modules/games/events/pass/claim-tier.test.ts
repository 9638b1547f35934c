import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { raw, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { earnFromWagers } from '../index.ts';
import {
  createPlayer,
  moveToFuture,
  moveToPast,
  startEvent,
  tierAt,
  times,
  useEventsWorld,
  wager,
} from '../test-support.ts';
import { insertClaim } from './pass.sql.ts';

const world = useEventsWorld();

const claim = (who: Person | null, eventId: string, tierId: string | undefined, headers: Record<string, string> = {}) =>
  world.call(who, 'POST', `/event/${eventId}/claim`, { tierId }, headers);

const possessions = ({ userId }: Person) =>
  world.db.query(sql`
    select balance_cents, (select count(*) from inventory_items where user_id = accounts.user_id) as items,
      (select count(*) from transfers where user_id = accounts.user_id) as transfers,
      (select count(*) from event_claims where user_id = accounts.user_id) as claims,
      (select sum(tickets_given) from event_progress where user_id = accounts.user_id) as tickets
    from accounts where user_id = ${userId}`);

async function startEventWith(tiers: Parameters<typeof tierAt>[1][], fields = {}) {
  const {
    id,
    name,
    tiers: made,
  } = await startEvent(world, { tiers: tiers.map((reward, index) => tierAt(100 * (index + 1), reward)) }, fields);
  return { id, name, tierIds: made.map((tier) => tier.id) };
}

test('a wager counts while the event runs, and neither before its start nor after its end', async () => {
  const { id } = await startEvent(world);
  const { db } = world;
  const player = await createPlayer(db, 70);
  await moveToFuture(db, id, 5);
  await wager(db, player, 1_000);
  await moveToPast(db, id, 5);
  await wager(db, player, 1_000);
  assert.deepEqual([...(await wageredIn(id))], [[player.userId, 70]]);
  await db.query(sql`update events set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'
    where id = ${id}`);
  await wager(db, player, 30);
  assert.equal((await wageredIn(id)).get(player.userId), 100);
});

test('an item of a tier comes into the inventory', async () => {
  const itemId = await createItem(world.db, 700);
  const { id, tierIds } = await startEventWith([{ type: 'ITEM', item: itemId }]);
  const player = await createPlayer(world.db, 100);
  const { status, body } = await claim(player, id, tierIds[0]);
  assert.equal(status, 200);
  assert.deepEqual(
    [body.tierId, body.number, body.reward.item.id, body.reward.item.valueCentsBrl, body.points, body.tickets],
    [tierIds[0], 1, itemId, '700', 100, 100],
  );
  assert.deepEqual([body.balanceCents, body.balanceFormatted], [null, null]);
  assert.deepEqual(
    await world.db.query(sql`
      select id, item_id, status, acquired_from, source_type, source_id, source_index from inventory_items
      where user_id = ${player.userId}`),
    [
      {
        id: body.inventoryItemId,
        itemId: itemId,
        status: 'AVAILABLE',
        acquiredFrom: 'Evento',
        sourceType: 'EVENT_CLAIM',
        sourceId: `${tierIds[0]}:${player.userId}`,
        sourceIndex: 0,
      },
    ],
  );
  assert.ok(!world.sent.some(({ userId }) => userId === player.userId));
});

test('a balance of a tier is credited, and the user is told', async () => {
  const { id, name, tierIds } = await startEventWith([{ type: 'BALANCE', balanceCents: 2_500n }]);
  const player = await createPlayer(world.db, 100);
  const { status, body } = await claim(player, id, tierIds[0]);
  assert.deepEqual(
    [status, body.balanceCents, body.balanceFormatted, body.inventoryItemId, body.reward.balanceCents],
    [200, '2500', 'R$ 25,00', null, '2500'],
  );
  assert.deepEqual(
    await world.db.query(
      sql`select amount_cents, type, credit_account, reason from transfers where user_id = ${player.userId}`,
    ),
    [
      {
        amountCents: 2500n,
        type: 'EVENT_REWARD',
        creditAccount: 'USER',
        reason: `Prêmio do evento ${name}, nível 1`,
      },
    ],
  );
  assert.deepEqual(
    world.sent.filter(({ userId }) => userId === player.userId),
    [{ userId: player.userId, event: 'balance:updated', payload: { balanceCents: '2500' } }],
  );
});

test('tickets of a tier can be shot with', async () => {
  const { id, tierIds } = await startEventWith([{ type: 'TICKETS', tickets: 200n }]);
  const player = await createPlayer(world.db, 100);
  const { body } = await claim(player, id, tierIds[0]);
  assert.deepEqual([body.points, body.tickets, body.reward.tickets], [100, 300, 200]);
  const shot = await world.call(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250 });
  assert.deepEqual([shot.status, shot.body.ticketsLeft], [200, 50]);
});

for (const type of ['ITEM', 'BALANCE', 'TICKETS'] as const) {
  test(`a tier of type ${type} that is claimed 50 times at once is given once`, async () => {
    const rewards = {
      ITEM: { type: 'ITEM', item: await createItem(world.db) },
      BALANCE: { type: 'BALANCE', balanceCents: 10n },
      TICKETS: { type: 'TICKETS', tickets: 10n },
    } as const;
    const { id, tierIds } = await startEventWith([rewards[type]]);
    const player = await createPlayer(world.db, 100);
    const answers = await times(50, () => claim(player, id, tierIds[0]));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const refusals = answers.filter(({ status }) => status !== 200);
    for (const { status, body } of refusals)
      assert.deepEqual([status, body.message], [409, 'Você já resgatou este nível.']);
    assert.deepEqual(await possessions(player), [
      {
        balanceCents: type === 'BALANCE' ? 10n : 0n,
        items: type === 'ITEM' ? '1' : '0',
        transfers: type === 'BALANCE' ? '1' : '0',
        claims: '1',
        tickets: type === 'TICKETS' ? '10' : '0',
      },
    ]);
  });
}

test('the database itself refuses a second claim of a tier', async () => {
  const { id: eventId, tierIds } = await startEventWith([{ type: 'TICKETS', tickets: 10n }]);
  const player = await createPlayer(world.db, 100);
  assert.equal((await claim(player, eventId, tierIds[0])).status, 200);
  const again = transaction(world.db, (tx) =>
    insertClaim(tx, { eventId, userId: player.userId }, tierIds[0] as Id<'event-tier'>, { tickets: 10n }),
  );
  await assert.rejects(again, { status: 409, message: 'Você já resgatou este nível.' });
});

test('without the points nothing is given; with the last of them it is', async () => {
  const { id, tierIds } = await startEventWith([{ type: 'BALANCE', balanceCents: 10n }]);
  const [player, other] = [await createPlayer(world.db, 99), await createPerson(world.db)];
  const before = await possessions(player);
  for (const who of [player, other]) {
    const { status, body } = await claim(who, id, tierIds[0]);
    assert.deepEqual([status, body.message], [400, 'Você não tem pontos suficientes.']);
  }
  assert.deepEqual(await possessions(player), before);
  await wager(world.db, player, 1);
  assert.equal((await claim(player, id, tierIds[0])).status, 200);
});

test('what was earned can be claimed for seven days after the end', async () => {
  const { id, tierIds } = await startEventWith([
    { type: 'BALANCE', balanceCents: 10n },
    { type: 'BALANCE', balanceCents: 20n },
  ]);
  const player = await createPlayer(world.db, 200);
  await moveToPast(world.db, id, 24 * 7 - 1);
  assert.equal((await claim(player, id, tierIds[0])).status, 200);
  const before = await possessions(player);
  const refused = async () => {
    const { status, body } = await claim(player, id, tierIds[1]);
    assert.deepEqual([status, body.message], [400, 'Este evento não está em andamento.']);
  };
  await moveToPast(world.db, id, 24 * 7);
  await refused();
  await moveToFuture(world.db, id, 40);
  await refused();
  assert.deepEqual(await possessions(player), before);
});

test('an unknown tier, one of another event, and an unknown event are not found', async () => {
  const old = await startEventWith([{ type: 'BALANCE', balanceCents: 10n }]);
  const { id } = await startEventWith([{ type: 'BALANCE', balanceCents: 10n }]);
  const player = await createPlayer(world.db, 100);
  for (const tierId of ['999999', old.tierIds[0] as Id<'event-tier'>]) {
    const { status, body } = await claim(player, id, tierId);
    assert.deepEqual([status, body.message], [404, 'Nível não encontrado.']);
  }
  const { status, body } = await claim(player, '999999', old.tierIds[0]);
  assert.deepEqual([status, body.message], [404, 'Evento não encontrado.']);
  const missing = await claim(player, id, undefined);
  assert.deepEqual([missing.status, missing.body.errors], [400, [{ field: 'tierId', message: 'is required' }]]);
  assert.equal((await claim(null, id, '1')).status, 401);
});

test('a repeat with the same key gives the first answer again, byte for byte', async () => {
  const { id, tierIds } = await startEventWith([{ type: 'BALANCE', balanceCents: 10n }]);
  const player = await createPlayer(world.db, 100);
  const key = { 'idempotency-key': 'claim-1' };
  const first = await claim(player, id, tierIds[0], key);
  const second = await claim(player, id, tierIds[0], key);
  assert.deepEqual([first.status, second.text, second.replayed], [200, first.text, true]);
  assert.equal((await claim(player, id, '999999', key)).status, 422);
  assert.equal((await possessions(player))[0]?.['transfers' as never], '1');
});

test('a claim that fails half-way has given nothing', async () => {
  const { id, tierIds } = await startEventWith([{ type: 'BALANCE', balanceCents: 10n }]);
  const player = await createPlayer(world.db, 100);
  // The database refuses the last statement of the claim, after the credit was written.
  await world.db.query(sql`
    alter table event_claims add constraint event_claims_test check (user_id <> ${raw(player.userId)}) not valid`);
  const before = await possessions(player);
  assert.equal((await claim(player, id, tierIds[0])).status, 500);
  await world.db.query(sql`alter table event_claims drop constraint event_claims_test`);
  assert.deepEqual(await possessions(player), before);
  assert.equal((await claim(player, id, tierIds[0])).status, 200);
});

const wageredIn = async (eventId: Id<'event'>) =>
  new Map(
    (
      await world.db.query<{ userId: Id<'user'>; cents: string }>(
        sql`select user_id, wagered_cents as cents from event_progress where event_id = ${eventId}`,
      )
    ).map(({ userId, cents }) => [userId, Number(cents)]),
  );

test('a draft earns nothing', async () => {
  const { db } = world;
  const { id } = await startEvent(world);
  await db.query(sql`update events set status = 'DRAFT' where id = ${id}`);
  await createPlayer(db, 50);
  assert.equal((await wageredIn(id)).size, 0);
});

test('it is one statement for any number of users, and none for nobody', async () => {
  const { db } = world;
  const { id } = await startEvent(world);
  const people = await times(30, () => createPerson(db));
  const statementsOf = async (stakes: Parameters<typeof earnFromWagers>[1]) => {
    let count = 0;
    await transaction(db, (tx) =>
      earnFromWagers(
        {
          ...tx,
          query: (statement) => {
            count += 1;
            return tx.query(statement);
          },
        },
        stakes,
      ),
    );
    return count;
  };
  assert.equal(await statementsOf(people.map(({ userId }) => ({ userId, stakeCents: 10n }))), 1);
  assert.equal(await statementsOf([]), 0);
  assert.deepEqual([...(await wageredIn(id)).values()], Array(30).fill(10));
});

test('a user who is there more than once earns the sum', async () => {
  const { db } = world;
  const { id } = await startEvent(world);
  const { userId } = await createPerson(db);
  const stakes = [3n, 4n].map((stakeCents) => ({ userId, stakeCents }));
  await transaction(db, (tx) => earnFromWagers(tx, stakes));
  assert.equal((await wageredIn(id)).get(userId), 7);
});

test('wagers of many users at once, in any order, neither wait for each other in a circle nor get lost', async () => {
  const { db } = world;
  const { id } = await startEvent(world);
  const people = await times(40, () => createPerson(db));
  const sentBefore = world.statements.filter((text) => text.includes('insert into event_progress')).length;
  const settled = await Promise.allSettled(
    Array.from({ length: 50 }, (_, round) => {
      const turned = [...people.slice((round * 7) % 40), ...people.slice(0, (round * 7) % 40)];
      const stakes = (round % 2 === 0 ? turned : turned.toReversed()).map(({ userId }) => ({ userId, stakeCents: 2n }));
      return transaction(db, (tx) => earnFromWagers(tx, stakes));
    }),
  );
  assert.deepEqual(
    settled.filter(({ status }) => status === 'rejected'),
    [],
  );
  assert.deepEqual([...(await wageredIn(id)).values()], Array(40).fill(100));
  // A deadlock would have been resolved by running one of them again.
  const sent = world.statements.filter((text) => text.includes('insert into event_progress')).length - sentBefore;
  assert.equal(sent, 50);
});

test('what is rolled back has earned nothing', async () => {
  const { db } = world;
  const { id } = await startEvent(world);
  const { userId } = await createPerson(db);
  const failing = transaction(db, async (tx) => {
    await earnFromWagers(tx, [{ userId, stakeCents: 5n }]);
    throw new Error('refused');
  });
  await assert.rejects(failing, /refused/);
  assert.equal((await wageredIn(id)).size, 0);
});
