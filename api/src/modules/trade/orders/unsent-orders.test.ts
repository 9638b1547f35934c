import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../../../test/support/databases.ts';
import { unheardSettings } from '../../../../test/support/kills/unheard-settings.ts';
import { PATIENCE } from '../../../../test/support/patience.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, openDatabase, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger as logger } from '../../../platform/observability/logger.ts';
import { createOrders, NotSent } from './index.ts';
import { createTestOrders } from './test-support.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ address: database.url, logger, patience: PATIENCE });
});
after(async () => {
  await db.close();
  await database.drop();
});
const { clock, seenOf, kindThat, startProcess, statusOf, later } = createTestOrders(() => db);

/** By the next process that looks, of a kind about which the other side's silence says nothing. */
const isSentLater = async (id: Id<'order'>) => {
  await later(startProcess({ notFoundMs: null, send: async () => ({ bought: { number: 9 } }) }), 3);
  assert.equal(await statusOf(id), 'BOUGHT');
};

test('a process that stood still between its intent and its question does not ask, and the order is sent later', async () => {
  let moment = 0;
  // The clock is looked at before the intent is committed, and after.
  const stopped: Clock = {
    now: () => {
      moment += 1;
      return new Date(clock.now().getTime() + (moment > 3 ? MINUTE_MS : 0));
    },
  };
  const send = () => assert.fail('sent');
  const process = startProcess({ send }, stopped);
  const id = await process.place('stopped');
  moment = 1;
  assert.equal(await process.send(id), 'UNKNOWN');
  assert.equal(await statusOf(id), 'REQUESTED');
  await isSentLater(id);
  assert.deepEqual(seenOf('stopped'), ['stopped bought 9', 'stopped told']);
});

test('one that was looked for while its process stood still is sent later, unless it was given up', async () => {
  for (const [projectId, notFoundMs, found, end] of [
    ['looked for', null, 'UNKNOWN', 'BOUGHT'],
    ['given up', 2 * MINUTE_MS, 'REFUSED', 'REFUSED'],
  ] as const) {
    const looking = startProcess({ notFoundMs });
    const stopped = startProcess({
      send: async () => {
        // Between the intent and the question another process takes it for one that was sent.
        await later(looking, 3);
        assert.equal(await statusOf(id), found);
        throw new NotSent('nobody was asked');
      },
    });
    const id = await stopped.place(projectId);
    assert.equal(await stopped.send(id), 'UNKNOWN');
    assert.equal(await statusOf(id), end === 'BOUGHT' ? 'REQUESTED' : end);
    await later(startProcess({ notFoundMs, send: async () => ({ bought: { number: 9 } }) }), 3);
    assert.equal(await statusOf(id), end);
  }
});

test('of an order that another process has begun anew, the first one undoes nothing', async () => {
  const again = startProcess({ notFoundMs: null, send: async () => Promise.reject(new Error('no answer')) });
  const first = startProcess({
    send: async () => {
      await db.query(sql`update orders set status = 'REQUESTED', sent_at = null where id = ${id}`);
      await later(again, 3);
      throw new NotSent('nobody was asked');
    },
  });
  const id = await first.place('begun anew');
  await first.send(id);
  assert.equal(await statusOf(id), 'UNKNOWN');
});

test('what was certainly not sent is sent later: its intent was lost on the way, or what it needs was', async () => {
  const unread = startProcess({ send: async () => Promise.reject(new NotSent('nothing was read')) });
  const id = await unread.place('unread');
  assert.equal(await unread.send(id), 'UNKNOWN');
  assert.equal(await statusOf(id), 'REQUESTED');
  await isSentLater(id);

  // The intent is written, and the connection breaks before that is heard.
  let isBroken = false;
  const breaking: Db = {
    ...db,
    query: async <Row extends object>(statement: Parameters<Db['query']>[0]) => {
      const rows = await db.query<Row>(statement);
      if (isBroken || !JSON.stringify(statement).includes("status = 'SENT', sent_at")) return rows;
      isBroken = true;
      throw new Error('the connection is broken');
    },
  };
  const orders = createOrders({ db: breaking, clock, logger, settings: unheardSettings(db) });
  const { place, send } = orders.handle(kindThat({ send: () => assert.fail('sent') }));
  const unheard = await transaction(db, (tx) => place(tx, { projectId: 'unheard', ask: { wish: 'unheard' } }));
  assert.equal(await send(unheard), 'UNKNOWN');
  assert.deepEqual([isBroken, await statusOf(unheard)], [true, 'REQUESTED']);
  await isSentLater(unheard);
});
