import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { type BattlesWorld, worldOf } from '../../src/modules/games/battles/test-support.ts';
import { startEvent, tableOf, wager } from '../../src/modules/games/events/test-support.ts';
import { createRaffleCalls, type RaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { type FixedClock, fixedClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { type Call, createCall, type Reply } from '../support/calls.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createItem } from '../support/items.ts';
import { createPlayer, type Person } from '../support/people.ts';
import { countOfRequests, createRecordingApp, type RecordingApp } from '../support/recording-app.ts';

let clock: FixedClock;
let app: RecordingApp & BattlesWorld;
let call: Call;
let calls: RaffleCalls;
before(async () => {
  clock = fixedClock(new Date());
  // Its case costs 100 and gives items worth 10 to 40.
  app = await worldOf(await createRecordingApp({ clock }));
  call = createCall(app.http);
  calls = await createRaffleCalls(app);
});
beforeEach(() => clock.set(new Date()));
afterEach(async () => assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []));
after(() => app?.close());

const open = (who: Person, headers: Record<string, string> = {}) =>
  call(who, 'POST', `/cases/${app.box.id}/open`, { quantity: 1 }, headers);
const setLimits = async (who: Person, limits: object) => {
  const { status, text } = await call(who, 'PUT', '/user/limits', limits);
  assert.equal(status, 200, text);
};
const usedOf = async (who: Person, kind: 'wager' | 'loss') =>
  (await call(who, 'GET', '/user/limits')).body[kind].day.usedCents;
const codeOf = ({ status, body }: Reply): [number, string] => [status, body.code];
const limited = async (limits: object, balanceCents = 100_000) => {
  const person = await createPlayer(app.db, balanceCents);
  await setLimits(person, limits);
  return person;
};
const stateOf = ({ userId }: Person) =>
  app.db.query(sql`
    select balance_cents, nonce, wagered_cents, (select count(*) from inventory_items where user_id = ${userId}) as items
    from accounts where user_id = ${userId}`);

test('of 50 openings at once with a limit for 10, 10 are opened', async () => {
  const player = await limited({ wager: { dayCents: '1000' } });
  // With a key each runs in a transaction of its own, so only the database keeps them apart.
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => open(player, { 'idempotency-key': `opening ${index}` })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(answers.length - refused.length, 10);
  for (const answer of refused) assert.deepEqual(codeOf(answer), [403, 'WAGER_LIMIT_REACHED']);
  assert.match(refused[0]?.body.message, /^Seu limite diário de apostas é de R\$ 10,00: restam R\$ 0,00 até /);
  assert.equal(await usedOf(player, 'wager'), '1000');
  clock.advance(DAY_MS);
  assert.equal(await usedOf(player, 'wager'), '0');
  assert.equal((await open(player)).status, 200, 'the next day begins with nothing used');
});

test('a loss is what was staked less what was won, and a stake that could pass the limit is refused', async () => {
  const player = await limited({ loss: { dayCents: '150' } });
  const { body } = await open(player);
  assert.equal(await usedOf(player, 'loss'), String(100 - Number(body.totalWonCents)));
  // At least 60 are lost by now.
  assert.deepEqual(codeOf(await open(player)), [403, 'LOSS_LIMIT_REACHED']);
  assert.equal(await usedOf(player, 'wager'), '100', 'what is refused is not counted');
});

test('a player is served in one batch with another who may not open, in as many statements for one as for 20', async () => {
  const statementsFor = async (count: number) => {
    const people = await Promise.all(
      Array.from({ length: count }, () => limited({ wager: { weekCents: '100' }, loss: { monthCents: '5000' } })),
    );
    const [spent, barred, poor] = [
      await limited({ wager: { dayCents: '0' } }),
      await app.player(),
      await createPlayer(app.db, 0),
    ];
    await call(barred, 'POST', '/user/self-exclusion', { kind: 'PAUSE', confirm: true });
    await Promise.all([...people, spent, barred, poor].map((each) => call(each, 'GET', '/user/balance')));
    app.statements.length = 0;
    const answers = await Promise.all([...people, spent, barred, poor].map((each) => open(each)));
    assert.deepEqual(
      answers.map(({ status, body }) => body.code ?? status),
      [...people.map(() => 200), 'WAGER_LIMIT_REACHED', 'PLAY_PAUSED', 'INSUFFICIENT_BALANCE'],
    );
    const batches = app.statements.filter((text) => text === 'commit').length;
    const charging = app.statements.filter((text) => /update accounts|play_counters|player_limits/.test(text)).length;
    return { batches, charging };
  };
  await statementsFor(1);
  const [one, twenty] = [await statementsFor(1), await statementsFor(20)];
  // All arrive in one turn, and are done in two batches at most: charge, limits, counts, charge, count stakes and winnings.
  assert.ok(one.charging <= 6 * 2 && twenty.charging <= 6 * 2, JSON.stringify({ one, twenty }));
});

test('a player within their limits costs two statements more than one without, and a lower limit holds at once', async () => {
  const statementsOf = async (who: Person) => {
    app.statements.length = 0;
    assert.equal((await open(who)).status, 200);
    return countOfRequests(app);
  };
  const [free, player] = [await app.player(), await limited({ wager: { dayCents: '5000' } })];
  await open(free);
  await open(player);
  assert.equal(await statementsOf(player), (await statementsOf(free)) + 2);
  await setLimits(player, { wager: { dayCents: '250' } });
  assert.deepEqual(codeOf(await open(player)), [403, 'WAGER_LIMIT_REACHED']);
});

test('a stake that is not counted is not taken', async () => {
  const limits = { wager: { dayCents: '5000' } };
  const player = await limited(limits);
  const before = await stateOf(player);
  await app.db.query(sql`delete from play_counters where user_id = ${player.userId}`);
  assert.equal((await open(player)).status, 500);
  assert.deepEqual(await stateOf(player), before);
  await setLimits(player, limits);
  assert.equal((await open(player)).status, 200);
});

test('a limit covers what was played before it in its period', async () => {
  const player = await createPlayer(app.db, 10_000);
  const { body } = await open(player);
  const raffle = await calls.create();
  assert.equal((await calls.buy(player, raffle.id, 2)).status, 200);
  const waiting = await app.create(player);
  assert.equal(await usedOf(player, 'wager'), null);
  await setLimits(player, { wager: { monthCents: '450' } });
  assert.equal(await usedOf(player, 'wager'), '400');
  assert.equal(await usedOf(player, 'loss'), String(400 - Number(body.totalWonCents)));
  assert.deepEqual(codeOf(await open(player)), [403, 'WAGER_LIMIT_REACHED']);
  await call(calls.admin, 'POST', `/admin/battles/${waiting.body.id}/cancel`, { reason: 'A test' });
  await calls.act(raffle.id, 'cancel');
});

test('a lowered limit holds at once, a raised or removed one after 24 hours', async () => {
  const player = await limited({ wager: { dayCents: '100' } });
  await setLimits(player, { wager: { dayCents: '500' } });
  assert.equal((await open(player)).status, 200);
  assert.equal((await open(player)).status, 403);
  clock.advance(DAY_MS - 1);
  await setLimits(player, { wager: { dayCents: '500' } });
  assert.equal((await call(player, 'GET', '/user/limits')).body.wager.day.limitCents, '100');
  clock.advance(1);
  assert.equal((await call(player, 'GET', '/user/limits')).body.wager.day.limitCents, '500');
  for (let opened = 0; opened < 5; opened += 1) await open(player);
  await setLimits(player, { wager: { dayCents: null } });
  assert.equal((await open(player)).status, 403);
  clock.advance(DAY_MS);
  for (let opened = 0; opened < 6; opened += 1) assert.equal((await open(player)).status, 200);
  await setLimits(player, { deposit: { dayCents: '100' } });
  assert.equal(await usedOf(player, 'wager'), null, 'nothing is counted any more');
});

test('an upgrade is a stake with its items, and what it wins is no loss', async () => {
  const player = await limited({ loss: { dayCents: '100000' } });
  const [item, another] = [(await open(player)).body.openings[0], (await open(player)).body.openings[0]];
  const target = await createItem(app.db, 1_000);
  const stake = { inventoryItemIds: [item.inventoryItemId], targetItemId: target, balanceCents: '500' };
  const before = Number(await usedOf(player, 'loss'));
  const { body, text } = await call(player, 'POST', '/upgrade/perform', stake);
  assert.ok(body.status === 'WON' || body.status === 'LOST', text);
  const stakedCents = 500 + Number(item.item.valueCentsBrl);
  assert.equal(await usedOf(player, 'loss'), String(before + stakedCents - (body.status === 'WON' ? 1_000 : 0)));
  assert.equal(await usedOf(player, 'wager'), String(200 + stakedCents));
  await setLimits(player, { wager: { dayCents: '0' } });
  const state = await stateOf(player);
  const refused = await call(player, 'POST', '/upgrade/perform', {
    ...stake,
    inventoryItemIds: [another.inventoryItemId],
  });
  assert.deepEqual(codeOf(refused), [403, 'WAGER_LIMIT_REACHED']);
  const { period, limitCents, leftCents, endsAt } = refused.body.params;
  assert.deepEqual([period, limitCents, leftCents, new Date(endsAt).toISOString()], ['DAY', '0', '0', endsAt]);
  assert.deepEqual(await stateOf(player), state);
});

test('a battle counts when its seat is paid and when it ends, and not where it is cancelled', async () => {
  const [creator, joiner] = [
    await limited({ wager: { dayCents: '200' } }),
    await limited({ loss: { dayCents: '200' } }),
  ];
  const { body: battle } = await app.create(creator);
  assert.deepEqual([await usedOf(creator, 'wager'), await usedOf(creator, 'loss')], ['100', '100']);
  assert.equal((await app.join(joiner, battle.id)).status, 200);
  const ended = (await app.get(creator, battle.id)).body;
  const drawn = ended.seats.reduce(
    (sum: number, { totalCents }: { totalCents: string }) => sum + Number(totalCents),
    0,
  );
  const lost = Number(await usedOf(creator, 'loss')) + Number(await usedOf(joiner, 'loss'));
  assert.equal(lost, 200 - drawn);
  const waiting = (await app.create(creator)).body;
  assert.equal(await usedOf(creator, 'wager'), '200');
  assert.deepEqual(codeOf(await app.create(creator)), [403, 'WAGER_LIMIT_REACHED']);
  await call(calls.admin, 'POST', `/admin/battles/${waiting.id}/cancel`, { reason: 'A test' });
  assert.equal(await usedOf(creator, 'wager'), '100');
});

test('a stake of yesterday that is given back today makes no room for more losses today', async () => {
  const player = await limited({ loss: { dayCents: '100' } });
  const [first, second] = [(await app.create(player)).body, await app.create(player)];
  assert.deepEqual(codeOf(second), [403, 'LOSS_LIMIT_REACHED']);
  clock.advance(DAY_MS);
  await app.runJob('expire-battle', { battleId: first.id });
  assert.equal((await app.get(player, first.id)).body.status, 'CANCELLED');
  assert.deepEqual([await usedOf(player, 'wager'), await usedOf(player, 'loss')], ['0', '0']);
  const { body: today } = await app.create(player);
  assert.deepEqual(codeOf(await app.create(player)), [403, 'LOSS_LIMIT_REACHED']);
  await call(calls.admin, 'POST', `/admin/battles/${today.id}/cancel`, { reason: 'A test' });
  assert.deepEqual([await usedOf(player, 'wager'), await usedOf(player, 'loss')], ['0', '0'], 'its own is taken off');
});

test('tickets of a raffle are a stake, given back where it is cancelled, and its prizes are won', async () => {
  const player = await limited({ wager: { dayCents: '500' } });
  const [cancelled, drawn] = [await calls.create(), await calls.create({ maxTickets: 5 })];
  assert.equal((await calls.buy(player, cancelled.id, 3)).status, 200);
  const state = await stateOf(player);
  assert.deepEqual(codeOf(await calls.buy(player, drawn.id, 5)), [403, 'WAGER_LIMIT_REACHED']);
  assert.deepEqual(await stateOf(player), state);
  await calls.act(cancelled.id, 'cancel');
  assert.deepEqual([await usedOf(player, 'wager'), await usedOf(player, 'loss')], ['0', '0']);
  assert.equal((await calls.buy(player, drawn.id, 5)).status, 200);
  await calls.runJob('fix-ticket-list', drawn.id);
  const { status, text } = await calls.draw(drawn.id);
  assert.equal(status, 200, text);
  assert.deepEqual([await usedOf(player, 'wager'), await usedOf(player, 'loss')], ['500', '-500']);
});

test('tickets of a raffle take off what may be staked without a look, and so does every other stake', async () => {
  const player = await limited({ wager: { dayCents: '500', weekCents: null }, deposit: { dayCents: '1' } });
  assert.equal((await open(player)).status, 200);
  const raffle = await calls.create();
  assert.equal((await calls.buy(player, raffle.id, 3)).status, 200);
  assert.equal((await open(player)).status, 200);
  assert.deepEqual(codeOf(await open(player)), [403, 'WAGER_LIMIT_REACHED']);
  assert.equal(await usedOf(player, 'wager'), '500');
  await calls.act(raffle.id, 'cancel');
});

test('during a pause every play is refused and costs nothing, what was begun goes on, and selling stays open', async () => {
  const [player, other] = [await app.player(), await app.player()];
  const won = (await open(player)).body.openings[0].inventoryItemId;
  const kept = (await open(player)).body.openings[0].inventoryItemId;
  const { body: begun } = await app.create(player);
  const { body: others } = await app.create(other);
  const raffle = await calls.create();
  await startEvent(app, { shoots: [tableOf(250, [[await createItem(app.db, 0), 10_000_000]])] });
  await wager(app.db, player, 10_000);
  const excluded = await call(player, 'POST', '/user/self-exclusion', { kind: 'PAUSE', days: 2, confirm: true });
  assert.equal(excluded.status, 200, excluded.text);
  const state = await stateOf(player);
  const target = await createItem(app.db, 1_000);
  const refused = [
    await open(player),
    await open(player, { 'idempotency-key': 'paused' }),
    await call(player, 'POST', '/upgrade/perform', { inventoryItemIds: [kept], targetItemId: target }),
    await app.create(player),
    await app.join(player, others.id),
    await calls.buy(player, raffle.id),
    await call(player, 'POST', '/event-shoot/shoot', { ticketPrice: 250 }),
  ];
  for (const answer of refused) assert.deepEqual(codeOf(answer), [403, 'PLAY_PAUSED']);
  assert.match(refused[0]?.body.message, /^Sua conta está em pausa até .+ saques continuam abertos\.$/);
  assert.deepEqual(await stateOf(player), state);
  assert.equal((await app.join(other, begun.id)).body.status, 'COMPLETED');
  assert.equal((await call(player, 'DELETE', `/inventory/${won}/sell`)).status, 200);
  clock.advance(2 * DAY_MS);
  assert.equal((await open(player)).status, 200);
  await calls.act(raffle.id, 'cancel');
});
