import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCall } from '../test/support/calls.ts';
import { createDemoApp } from '../test/support/demo-app.ts';
import { sql } from './platform/database/sql.ts';

test('of what an empty platform is filled with nothing is paused, nor if all prices rise by a twentieth', async (t) => {
  const { app, db, said } = await createDemoApp(t);
  assert.equal(said.length, 1, said.join());

  const call = createCall(app.http);
  const { data: onSale } = (await call(null, 'GET', '/raffle/active')).body;
  const [raffle] = onSale;
  assert.deepEqual([onSale.length, raffle.status, raffle.prizeCount, raffle.ticketsSold], [1, 'ACTIVE', 3, 0]);
  const share = (raffle.maxTickets * Number(raffle.ticketPriceCents)) / Number(raffle.prizesValueCents);
  assert.ok(share > 1.1 && share < 1.2, String(share));

  const pausedOf = async () => {
    const cases: { name: string; isPaused: boolean }[] = (await call(null, 'GET', '/cases?limit=100')).body.data;
    const { event } = (await call(null, 'GET', '/event/active')).body;
    const plays: { isPaused: boolean }[] = [...cases, ...event.shoots];
    assert.equal(plays.length, 12 + 5);
    return plays.filter(({ isPaused }) => isPaused);
  };
  assert.deepEqual(await pausedOf(), []);
  await db.query(sql`update items set value_cents_brl = value_cents_brl * 21 / 20`);
  assert.deepEqual(await pausedOf(), []);
  await db.query(sql`update items set value_cents_brl = value_cents_brl * 2`);
  assert.equal((await pausedOf()).length, 12 + 5);
});
