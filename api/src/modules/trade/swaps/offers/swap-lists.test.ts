import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { faultFields } from '../../../../../test/support/calls.ts';
import { explainRead } from '../../../../../test/support/explained-reads.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { listOwnOffers, listPublicOffers } from './offers.sql.ts';
import { createSwapsApp, type Owner, useSwapsApp } from './test-support.ts';

const app = useSwapsApp();
let ana: Owner;
let bia: Owner;
let made: Record<'accepted' | 'declined' | 'cancelled' | 'pending' | 'open' | 'taken', string>;
before(async () => {
  [ana, bia] = [await app.trader(5), await app.trader(1)];
  const ofAna = (place: number, acceptorId?: string) =>
    app.pending(ana.person, {
      inventoryItemIds: [ana.ids[place]],
      ...(acceptorId === undefined ? {} : { acceptorId }),
    });
  const { userId } = bia.person;
  made = {
    accepted: await ofAna(0, userId),
    declined: await ofAna(1, userId),
    cancelled: await ofAna(2, userId),
    pending: await ofAna(3, userId),
    open: await ofAna(4),
    taken: await app.pending(bia.person, { inventoryItemIds: bia.ids }),
  };
  await app.accept(bia.person, made.accepted);
  await app.decline(bia.person, made.declined);
  await app.cancel(ana.person, made.cancelled);
  await app.accept(ana.person, made.taken);
});

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);
const own = async (query = '', owner = ana) => {
  const { status, body } = await app.list(owner.person, `my-swaps${query}`);
  assert.equal(status, 200);
  return body;
};

test('users list their own swaps, newest first, by direction and status', async () => {
  const { accepted, declined, cancelled, pending, open, taken } = made;
  assert.deepEqual(idsOf(await own()), [taken, open, pending, cancelled, declined, accepted]);
  assert.deepEqual(idsOf(await own('?direction=SENT')), [open, pending, cancelled, declined, accepted]);
  assert.deepEqual(idsOf(await own('?direction=RECEIVED')), [taken]);
  assert.deepEqual(idsOf(await own('?status=ACCEPTED')), [taken, accepted]);
  assert.deepEqual(idsOf(await own('?status=ACCEPTED&direction=SENT')), [accepted]);
  assert.deepEqual(idsOf(await own('?direction=RECEIVED', bia)), [pending, cancelled, declined, accepted]);
  assert.deepEqual(idsOf(await own('?status=CANCELLED', bia)), [cancelled]);
  const stranger = await app.trader(0);
  assert.deepEqual(await own('', stranger), { data: [], meta: { page: 1, limit: 20, total: 0 } });
});

test('lists have pages with exact totals, and can be walked', async () => {
  const all = idsOf(await own());
  const second = await own('?page=2&limit=4');
  assert.deepEqual([idsOf(second), second.meta], [all.slice(4), { page: 2, limit: 4, total: 6 }]);
  assert.deepEqual(idsOf(await own(`?before=${all[2]}&limit=2`)), all.slice(3, 5));
  assert.deepEqual((await own('?status=PENDING&limit=1')).meta, { page: 1, limit: 1, total: 2 });
});

test('everybody sees what is public and pending, and nothing private', async () => {
  const { person } = await app.trader(0);
  const { status, body } = await app.list(person, 'public');
  assert.deepEqual([status, idsOf(body), body.meta.total], [200, [made.open], 1]);
  assert.deepEqual(idsOf((await app.list(person, `public?before=${made.open}`)).body), []);
});

test('filters that do not exist are 400 and named', async () => {
  const faults: [string, string][] = [
    ['my-swaps?status=DONE', 'status'],
    ['my-swaps?direction=BOTH', 'direction'],
    ['my-swaps?limit=101', 'limit'],
    ['public?page=0', 'page'],
    ['public?before=x', 'before'],
  ];
  for (const [path, field] of faults) {
    const reply = await app.list(ana.person, path);
    assert.deepEqual([reply.status, faultFields(reply)], [400, [field]], path);
  }
});

/** The first statement reads the list, the second the total. */
function firstStatement(db: Db): Db {
  let isFirst = true;
  const query: Db['query'] = async (statement) => {
    if (!isFirst) return [];
    isFirst = false;
    return db.query(statement);
  };
  return { ...db, query };
}

test('lists walk indexes, however many swaps there are', async () => {
  const crowded = await createSwapsApp();
  try {
    const [{ person }] = (await Promise.all(Array.from({ length: 50 }, () => crowded.trader(0)))) as [Owner];
    await crowded.db.query(sql`
      insert into swaps (creator_id, acceptor_id, is_public, status, ended_at)
      select one.id, other.id, true, 'ACCEPTED', now()
      from users one join users other on one.id <> other.id, generate_series(1, 4)`);
    await crowded.db.query(sql`analyze swaps`);
    const part = { limit: 20, offset: 0 };
    const own = (db: Db) =>
      listOwnOffers(firstStatement(db), person.userId, { status: 'PENDING', direction: undefined }, part);
    const open = (db: Db) => listPublicOffers(firstStatement(db), part);
    for (const [read, indexes] of [
      [own, ['swaps_creator', 'swaps_acceptor']],
      [open, ['swaps_public']],
    ] as const) {
      const plan = (await explainRead(crowded.db, read)).join('\n');
      for (const index of indexes) assert.ok(plan.includes(index), plan);
      assert.ok(!/Seq Scan on swaps|swaps_pkey/.test(plan), plan);
    }
  } finally {
    await crowded.close();
  }
});

test('one swap is seen by its two sides, and by anybody where it is offered to everybody', async () => {
  const stranger = await app.trader(0);
  const seen = async ({ person }: Owner, id: string) => (await app.list(person, id)).status;
  for (const owner of [ana, bia]) assert.equal((await app.list(owner.person, made.declined)).body.id, made.declined);
  assert.equal(await seen(stranger, made.declined), 404);
  assert.equal(await seen(stranger, made.open), 200);
  assert.equal(await seen(stranger, '999999'), 404);
});
