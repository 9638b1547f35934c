import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createPerson } from '../../../../../test/support/people.ts';
import { transaction } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { earnFromWagers } from '../index.ts';
import {
  createEventsWorld,
  createPlayer,
  type EventsWorld,
  moveToFuture,
  moveToPast,
  startEvent,
  times,
  wager,
} from '../test-support.ts';

let world: EventsWorld;
before(async () => {
  world = await createEventsWorld();
});
after(() => world.close());

const wageredIn = async (eventId: Id<'event'>) =>
  new Map(
    (
      await world.db.query<{ userId: Id<'user'>; cents: string }>(
        sql`select user_id, wagered_cents as cents from event_progress where event_id = ${eventId}`,
      )
    ).map(({ userId, cents }) => [userId, Number(cents)]),
  );

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
  // A circle would have been resolved by running one of them again.
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
