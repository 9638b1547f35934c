import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeededRandom } from '@lisura/sandbox';
import { type Call, createCall } from '../../test/support/calls.ts';
import { TEST_KEYS } from '../../test/support/committed-seeds.ts';
import { createDemoApp, type DemoApp } from '../../test/support/demo-app.ts';
import { adjustBalance } from '../modules/assets/wallet/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { until } from '../platform/hot-store/test-support.ts';
import type { Id } from '../platform/ids.ts';
import { createLogger, silentLogger } from '../platform/observability/logger.ts';
import { findViolations } from '../verify/find-violations.ts';
import { createDemoPlayers } from './players/demo-players.ts';
import { chooseMove, intentOf, type Situation } from './players/moves.rules.ts';

interface ListedCase {
  id: string;
  name: string;
  slug: string;
  description: string;
  imageUrl: string;
  category: string;
  priceCents: string;
  topItems: { name: string; chancePercent: string }[];
}

test('an empty platform is filled once, with what can be played, and robots play it', async (t) => {
  const demo = await createDemoApp(t);
  const { app, db, said } = demo;
  const call = createCall(app.http);
  assert.equal(said.length, 1, said.join());
  await t.test('every case has its own face and chances, and what is cheap comes first', () => assertCasesSell(call));
  await t.test('robots open, upgrade, sell, fight, buy tickets and offer swaps by the API', () =>
    assertTheyPlay(demo, call),
  );
  await t.test('of two processes one lets them play, and the other once that has stopped', () => assertOnePlays(demo));
  await t.test('who has nothing left is given money by the books', () => assertToppedUp(demo));
  await t.test('everything holds afterwards', async () => {
    assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  });
  await t.test('they move at a gentle pace, whatever fails, until they are stopped', () => assertGentle(demo));
  await t.test('nothing is paused, nor if all prices rise by a twentieth', () => assertNothingIsPaused(call, db));
});

async function assertCasesSell(call: Call): Promise<void> {
  const cases: ListedCase[] = (await call(null, 'GET', '/cases')).body.data;
  const categories = (await call(null, 'GET', '/cases/categories')).body.data.map(({ name }: ListedCase) => name);
  assert.deepEqual(categories, ['Iniciante', 'Clássicas', 'Armas', 'Premium']);
  assert.deepEqual([...new Set(cases.map(({ category }) => category))], categories);
  assert.equal(cases[0]?.slug, 'primeira-sorte');
  const prices = cases.map(({ priceCents }) => Number(priceCents));
  assert.deepEqual(
    prices,
    prices.toSorted((one, other) => one - other),
  );
  assert.ok(Number(prices[0]) < 500, 'a newcomer affords the first');

  for (const told of ['slug', 'description', 'imageUrl'] as const) {
    assert.equal(new Set(cases.map((found) => found[told])).size, 12, told);
  }
  for (const { name, description, imageUrl, topItems } of cases) {
    assert.ok(description.length > 20 && topItems.length === 4, name);
    const picture = await fetch(imageUrl);
    assert.deepEqual(
      [picture.status, picture.headers.get('content-type')],
      [200, 'image/svg+xml; charset=utf-8'],
      name,
    );
  }
  for (const [name, picture, kind] of [
    ['Lâmina', /blade/, /Knife|Bayonet|Karambit|Daggers/],
    ['Luvas & Facas', /gloves-and-knife/, /^★/],
    ['Mira Fina', /crosshair/, /AWP|SSG 08|SCAR-20|G3SG1/],
  ] as const) {
    const named = cases.find((found) => found.name === name);
    assert.match(String(named?.imageUrl), picture);
    for (const item of named?.topItems ?? []) assert.match(item.name, kind, name);
  }

  const returns: string[] = [];
  const chances = new Set<string>();
  for (const { id } of cases) {
    const { theoreticalRtpPercent, items } = (await call(null, 'GET', `/cases/${id}/probabilities`)).body;
    returns.push(theoreticalRtpPercent);
    chances.add(items.map(({ chancePercent }: { chancePercent: string }) => chancePercent).join());
  }
  assert.ok(
    returns.every((percent) => Math.abs(Number(percent) - 90) < 0.5),
    returns.join(),
  );
  assert.equal(chances.size, 12, 'each has its own table');
}

async function assertNothingIsPaused(call: Call, db: Db): Promise<void> {
  const { data: onSale } = (await call(null, 'GET', '/raffle/active')).body;
  const [raffle] = onSale;
  assert.deepEqual([onSale.length, raffle.status, raffle.prizeCount], [1, 'ACTIVE', 3]);
  const { event: running } = (await call(null, 'GET', '/event/active')).body;
  assert.match(raffle.imageUrl, /\/scenes\/raffle\/[a-z0-9-]+\.svg$/);
  assert.match(running.imageUrl, /\/scenes\/event\/[a-z0-9-]+\.svg$/);
  for (const { imageUrl } of [raffle, running]) assert.equal((await fetch(imageUrl)).status, 200, imageUrl);
  assert.ok(raffle.ticketsSold * 3 <= raffle.maxTickets, 'most are left to people');
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
}

const playersOf = ({ app, db, databaseUrl, sandbox }: DemoApp, more: object = {}) =>
  createDemoPlayers({
    address: databaseUrl,
    db,
    app,
    sandbox,
    random: createSeededRandom('test'),
    logger: silentLogger,
    ...more,
  });

const totalOf = async (call: Call, path: string): Promise<number> => (await call(null, 'GET', path)).body.meta.total;

const EVERY_KIND = ['BUY_TICKETS', 'CREATE_BATTLE', 'JOIN_BATTLE', 'OFFER_SWAP', 'OPEN', 'SELL', 'UPGRADE'];
/** Winnings decide the next moves, so two rounds of the script may be too few. */
const FEWEST_TURNS = 28;
const MOST_TURNS = 10 * FEWEST_TURNS;

async function assertTheyPlay(demo: DemoApp, call: Call): Promise<void> {
  const players = playersOf(demo);
  const kinds = new Set<string>();
  const sawEverything = async () =>
    EVERY_KIND.every((kind) => kinds.has(kind)) && (await totalOf(call, '/battles/list?status=COMPLETED')) >= 1;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    if (turn >= FEWEST_TURNS && (await sawEverything())) break;
    const made = await players.takeTurn();
    assert.equal(made?.refusal, null, JSON.stringify(made));
    kinds.add(made.move.kind);
  }
  await players.stop();
  // A player who lost everything receives money.
  kinds.delete('TOP_UP');
  assert.deepEqual([...kinds].sort(), EVERY_KIND);
  const [raffle] = (await call(null, 'GET', '/raffle/active')).body.data;
  assert.ok(raffle.ticketsSold > 0);
  const [offers] = await demo.db.query<{ open: number }>(sql`
    select count(*)::int as open from swaps where status = 'PENDING' and is_public`);
  assert.ok(Number(offers?.open) >= 1);
  const { data: drops } = (await call(null, 'GET', '/live-drops/recent?limit=100')).body;
  assert.ok(drops.length >= 10);
  assert.ok(drops.every(({ username }: { username: string }) => username.endsWith('(demo)')));
  assert.ok((await totalOf(call, '/battles/list?status=COMPLETED')) >= 1);
  assert.ok((await totalOf(call, '/battles/list?status=WAITING')) >= 1, 'one waits for a person');
  assert.equal((await call(null, 'GET', '/battles/1')).status, 401, 'that of the examples is none of theirs');
}

async function assertOnePlays(demo: DemoApp): Promise<void> {
  const [first, second] = [playersOf(demo), playersOf(demo)];
  assert.notEqual(await first.takeTurn(), null);
  assert.equal(await second.takeTurn(), null);
  assert.notEqual(await first.takeTurn(), null);
  await first.stop();
  await until(async () => (await second.takeTurn()) !== null);
  await second.stop();
}

async function assertToppedUp(demo: DemoApp): Promise<void> {
  const players = playersOf(demo);
  const takeEverybodysTurn = async (robotCount: number): Promise<string[]> => {
    const kinds: string[] = [];
    for (let turn = 0; turn < robotCount; turn += 1) kinds.push(String((await players.takeTurn())?.move.kind));
    return kinds;
  };
  // Players sell first, so the second loss leaves only their best item.
  await takeEverybodysTurn(await takeMoneyOfRobots(demo));
  const kinds = await takeEverybodysTurn(await takeMoneyOfRobots(demo));
  await players.stop();
  assert.ok(kinds.includes('TOP_UP'), kinds.join());
}

async function takeMoneyOfRobots({ db, app }: DemoApp): Promise<number> {
  const robots = await db.query<{ userId: Id<'user'>; balanceCents: string }>(sql`
    select user_id, balance_cents from accounts join users on users.id = user_id
    where username like '%(demo)' order by platform_id`);
  for (const { userId, balanceCents } of robots) {
    const loss = { userId, changeCents: -BigInt(balanceCents), reason: 'test', actorId: null, ip: null };
    if (loss.changeCents !== 0n) await adjustBalance({ db, push: app.realtime }, loss, null);
  }
  return robots.length;
}

async function assertGentle(demo: DemoApp): Promise<void> {
  const lines: string[] = [];
  const pauses: { ms: number; end: () => void }[] = [];
  const players = playersOf(demo, {
    sandbox: { robots: demo.sandbox.robots, signIn: () => Promise.reject(new Error('nobody is signed in')) },
    logger: createLogger({ level: 'warn', destination: { write: (line) => lines.push(line) } }),
    wait: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        pauses.push({ ms, end: resolve });
        signal.addEventListener('abort', () => resolve());
      }),
  });
  players.start();
  await until(() => pauses.length === 1);
  pauses[0]?.end();
  await until(() => pauses.length === 2);
  assert.equal(lines.length, 2, lines.join());
  assert.ok(lines.every((line) => line.includes('nobody is signed in')));
  assert.ok(pauses.every(({ ms }) => ms >= 3_000 && ms <= 8_000));
  await players.stop();
  assert.equal(pauses.length, 2);
}

const RICH: Situation = {
  balanceCents: 100_000,
  cases: [
    { id: 'cheap', priceCents: 200 },
    { id: 'dear', priceCents: 25_001 },
  ],
  battles: [],
  items: [
    { id: 'worst', valueCents: 10 },
    { id: 'best', valueCents: 900 },
  ],
  raffles: [{ id: 'raffle', ticketCents: 500, ticketsSold: 27, maxTickets: 90 }],
  openSwaps: 0,
};
const low = () => 0;
const high = () => 0.999;

test('a robot stakes at most a quarter of what it has, and opens a case where it cannot do what it means to', () => {
  assert.deepEqual(chooseMove('OPEN', RICH, high), { kind: 'OPEN', caseId: 'cheap', quantity: 3 });
  assert.deepEqual(chooseMove('OPEN', { ...RICH, balanceCents: 200_000 }, high), {
    kind: 'OPEN',
    caseId: 'dear',
    quantity: 1,
  });
  const poorer = { ...RICH, items: [] };
  for (const intent of ['UPGRADE', 'SELL'] as const) assert.equal(chooseMove(intent, poorer, low)?.kind, 'OPEN');
  assert.equal(chooseMove('BATTLE', { ...RICH, cases: [] }, low), null);
});

test('a robot sells all but its best item, first of all when its money runs out, and then is given some', () => {
  assert.deepEqual(chooseMove('SELL', RICH, low), { kind: 'SELL', inventoryItemIds: ['worst'] });
  assert.equal(chooseMove('OPEN', { ...RICH, balanceCents: 4_999 }, low)?.kind, 'SELL');
  assert.equal(chooseMove('OPEN', { ...RICH, balanceCents: 4_999, items: [] }, low)?.kind, 'TOP_UP');
});

test('two battles wait for people before robots join, the oldest first and never their own', () => {
  const waiting = (id: string, isOwn: boolean, entryCents = 100) => ({ id, isOwn, entryCents });
  const move = (...battles: Situation['battles'][number][]) => chooseMove('BATTLE', { ...RICH, battles }, low);
  assert.equal(move()?.kind, 'CREATE_BATTLE');
  assert.equal(move(waiting('a', false))?.kind, 'CREATE_BATTLE');
  assert.deepEqual(move(waiting('a', true), waiting('b', false, 25_001), waiting('c', false)), {
    kind: 'JOIN_BATTLE',
    battleId: 'c',
  });
  const own = Array.from({ length: 5 }, (_, index) => waiting(String(index), true));
  assert.equal(move(...own)?.kind, 'OPEN');
});

test('robots leave two thirds of the tickets to people, and have one swap open at a time', () => {
  assert.deepEqual(chooseMove('RAFFLE', RICH, high), { kind: 'BUY_TICKETS', raffleId: 'raffle', quantity: 3 });
  const sold = (ticketsSold: number) => ({
    ...RICH,
    raffles: RICH.raffles.map((raffle) => ({ ...raffle, ticketsSold })),
  });
  assert.equal(chooseMove('RAFFLE', sold(28), high)?.kind, 'OPEN');
  assert.equal(chooseMove('RAFFLE', { ...RICH, raffles: [] }, high)?.kind, 'OPEN');
  const offer = { kind: 'OFFER_SWAP', inventoryItemId: 'best', minAskedCents: 900, maxAskedCents: 1_170 };
  assert.deepEqual(chooseMove('SWAP', RICH, high), offer);
  for (const less of [{ items: [] }, { openSwaps: 1 }]) {
    assert.equal(chooseMove('SWAP', { ...RICH, ...less }, high)?.kind, 'OPEN');
  }
});

test('within fourteen turns everything is meant once, and a battle is joined before the eighth', () => {
  const intents = Array.from({ length: 14 }, (_, turn) => intentOf(turn));
  assert.deepEqual([...new Set(intents)].sort(), ['BATTLE', 'OPEN', 'RAFFLE', 'SELL', 'SWAP', 'UPGRADE']);
  assert.equal(intents.slice(0, 8).filter((intent) => intent === 'BATTLE').length, 3);
});
