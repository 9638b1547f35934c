import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createAdmin, createPerson, type Person } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { createEvent, publishEvent } from '../../games/events/index.ts';
import { byPlatform } from '../../people/decisions/index.ts';

const app = useApp(createTestApp);
let admin: Person;
before(async () => {
  admin = await createAdmin(app.db);
});

const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  app.call(admin, method, path, payload);
const change = async (values: object) => {
  const { status, body } = await ask('PATCH', '/admin/settings', values);
  return { status, message: body.message, errors: body.errors ?? [] };
};

/** The item is worth 12 reais at the default margin and rate: 2 dollars × 1.2 × 5. */
async function createCase(name: string, priceCents: string): Promise<{ id: string; itemId: string }> {
  const described = { imageUrl: 'https://images.example/1.png', originalPriceCents: '200' };
  const item = { name, marketHashName: name, rarity: 'COVERT', weaponCategory: 'RIFLE', ...described };
  const itemId = (await ask('POST', '/admin/items', item)).body.id;
  const items = [{ itemId, probability: 100 }];
  const fields = { name, imageUrl: described.imageUrl, category: 'Test', priceCents, items, activate: true };
  const { status, body, text } = await ask('POST', '/admin/cases', fields);
  assert.equal(status, 201, text);
  return { id: body.id, itemId };
}

test('a margin that would pause cases or shots names them and wants to be confirmed', async () => {
  const [first, second, dear] = [
    await createCase('First', '1300'),
    await createCase('Second', '1400'),
    await createCase('Dear', '9000'),
  ];
  const over = await createCase('Paused before', '1200');
  const draft = await createCase('Draft', '1300');
  await ask('PATCH', `/admin/cases/${draft.id}`, { status: 'DRAFT' });
  // It stays open in both tests, because an ended event has nothing to pause. 500 tickets at 1 real are wagers of 50000
  // cents, of which 3 percent are 1500.
  const event = await createEvent(
    app,
    {
      fields: {
        name: 'Event',
        description: '',
        imageUrl: 'https://images.example/1.png',
        pointsPerReal: 1,
        ticketsPerReal: 1,
        budgetCents: 10_000_000n,
        startsAt: new Date(Date.now() + HOUR_MS),
        endsAt: new Date(Date.now() + 2 * HOUR_MS),
      },
      tiers: [],
      shoots: ([500, 5000] as const).map((ticketPrice) => ({
        ticketPrice,
        prizes: [{ itemId: first.itemId as never, hashRangeStart: 1, hashRangeEnd: 10_000_000 }],
      })),
    },
    byPlatform,
  );
  await publishEvent(app, event.id, byPlatform);

  const { body: preview } = await ask('POST', '/admin/settings/preview', { priceMargin: '1.6' });
  assert.deepEqual(preview.changes, [{ key: 'priceMargin', from: '1.2', to: '1.6', isWeaker: false }]);
  assert.deepEqual(
    preview.paused.map(({ field }: { field: string }) => field),
    [`cases.${first.id}`, `cases.${second.id}`, `events.${event.id}.shoots.500`],
  );
  // Every item costs 2 dollars at a rate of 5.
  assert.deepEqual(preview.prices.examples[0].fromCents, '1200');
  assert.deepEqual(preview.prices.examples[0].toCents, '1600');
  const [{ count } = { count: '' }] = await app.db.query<{ count: string }>(sql`select count(*) from items`);
  assert.equal(preview.prices.changed, Number(count));
  const [unpriced] = await app.db.query(sql`select from items where value_cents_brl <> 1200`);
  assert.equal(unpriced, undefined, 'nothing was changed by looking');
  const refused = await change({ priceMargin: '1.6' });
  assert.deepEqual(refused, {
    status: 409,
    message: 'This would pause games that can be played now: repeat it with `confirm: true` if that is intended',
    errors: [
      { field: `cases.${first.id}`, message: 'First would pay back 123.0769 percent' },
      { field: `cases.${second.id}`, message: 'Second would pay back 114.2857 percent' },
      {
        field: `events.${event.id}.shoots.500`,
        message: 'shots for 500 tickets in Event would give more than the wagers behind them leave',
      },
    ],
  });
  const worthOf = async () => (await ask('GET', `/admin/items/${first.itemId}`)).body.valueCentsBrl;
  const marginOf = async () =>
    (await ask('GET', '/admin/settings')).body.data.find(({ key }: { key: string }) => key === 'priceMargin').value;
  assert.deepEqual([await worthOf(), await marginOf()], ['1200', '1.2'], 'nothing was changed');
  assert.deepEqual(await app.db.query(sql`select from audit_entries where action = 'SETTING_CHANGED'`), []);

  assert.equal((await change({ priceMargin: '1.25' })).status, 200, 'what pauses nothing needs no word');
  assert.equal((await change({ priceMargin: '1.6', confirm: true })).status, 200);
  assert.deepEqual([await worthOf(), await marginOf()], ['1600', '1.6']);
  const isPaused = async ({ id }: { id: string }) => (await ask('GET', `/admin/cases/${id}`)).body.isPaused;
  assert.deepEqual(await Promise.all([first, second, dear, over].map(isPaused)), [true, true, false, true]);
  assert.equal((await change({ priceMargin: '1.7' })).status, 200, 'they are paused already');
  assert.equal((await change({ priceMargin: '1.2' })).status, 200);
  assert.deepEqual(await Promise.all([first, second, dear, over].map(isPaused)), [false, false, false, true]);
});

test('a lower limit and a lower edge need it too; other users are not told of paused games', async () => {
  const lower = await change({ maxCaseRtpPercent: 90 });
  assert.deepEqual(
    [lower.status, lower.errors.map(({ message }: { message: string }) => message)],
    [409, ['First would pay back 92.3077 percent']],
  );
  const edge = await change({ upgradeEdgePercent: '1' });
  assert.deepEqual([edge.status, edge.errors.length], [409, 1]);
  assert.equal((await change({ maxCaseRtpPercent: 101 })).status, 400);
  const player = await createPerson(app.db);
  const foreign = await app.call(player, 'PATCH', '/admin/settings', { maxCaseRtpPercent: 90 });
  assert.deepEqual([foreign.status, foreign.body.errors], [403, undefined]);
});
