import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { allowTradesTo } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { createMarketplace } from '../../../src/modules/trade/marketplace/index.ts';
import { createPix } from '../../../src/modules/trade/payments/index.ts';
import { type FixedClock, fixedClock } from '../../../src/platform/clock.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { type Call, createCall, type Method, type Reply } from '../../support/calls.ts';
import { createAdmin, createPerson, type Person } from '../../support/people.ts';
import { setMarket } from '../../support/purchases.ts';
import { type EnabledSecondFactor, enableSecondFactor } from '../../support/second-factors.ts';
import type { Chance } from '../chance.ts';
import { type Catalogue, createCatalogue, MARKET_NAMES, MARKET_PRICE_COINS } from './catalogue.ts';
import { DAY_MS, newPlayer, type Player } from './model.ts';
import { injectFaults, STATEMENT_FAULTS, type StatementFaults } from './statement-faults.ts';

export interface Actor {
  person: Person;
  model: Player;
  factor: EnabledSecondFactor;
}

export interface Battle {
  id: string;
  mode: string;
  isTeams: boolean;
  seatCount: number;
  entryCents: number;
  creator: Actor;
  /** Seats are in order, and null stands for a bot. */
  seats: (Actor | null)[];
  expiresMs: number;
}

interface Raffle {
  id: string;
  sold: number;
}

export interface Offer {
  id: string;
  creator: Actor;
  acceptor: Actor | null;
  offeredIds: string[];
  askedIds: string[];
}

export interface Payout {
  id: string;
  owner: Actor;
  cents: number;
  status: 'AWAITING_CONFIRMATION' | 'PENDING' | 'APPROVED';
  expiresMs: number;
}

interface Deposit {
  id: string;
  txid: string;
  owner: Actor;
  cents: number;
  expiresMs: number;
}

interface Delivery {
  id: string;
  owner: Actor;
  itemIds: string[];
  projectId: string;
}

export interface World {
  app: TestApp;
  sandbox: Sandbox;
  clock: FixedClock;
  call: Call;
  faults: StatementFaults;
  chance: Chance;
  admin: Person;
  actors: Actor[];
  catalogue: Catalogue;
  battles: Map<string, Battle>;
  raffle: Raffle | null;
  offers: Map<string, Offer>;
  payouts: Map<string, Payout>;
  deposits: Map<string, Deposit>;
  deliveries: Map<string, Delivery>;
  counts: Record<'asked' | 'refused' | 'struck' | 'repeated' | 'outside', number>;
  nextKey: number;
  close(): Promise<void>;
}

export const WEBHOOK_SECRET = 'simulation';
const PLAYERS = 6;
/** Limits come first, because earlier plays would be dated by another clock. */
const NO_LIMIT = { wager: { dayCents: '900000000000000' } };
export const UNLIMITED_CENTS = 900_000_000_000_000;
/** Says how often the database fails in a request, and how often one is sent again. */
const STRUCK = 0.05;
const REPEATED = 0.04;
const MOST_STATEMENTS = 16;
const LOOK_AGAIN_MS = 2;

export async function createWorld(chance: Chance, poolSize: number): Promise<World> {
  const services = new AsyncDisposableStack();
  try {
    const clock = fixedClock(nextNoon());
    const sandbox = await startSandbox({ port: 0, now: () => clock.now() });
    services.defer(() => sandbox.close());
    const app = await createTestApp({
      clock,
      poolSize,
      marketplace: createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger }),
      pix: createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock, logger }),
      webhookSecrets: { pix: WEBHOOK_SECRET, mercadoPago: null },
      otherDefaults: SETTINGS,
      wait: () => pause(LOOK_AGAIN_MS),
    });
    services.defer(() => app.close());
    await app.settings.start();
    await setMarket(sandbox, { pricesPerMinute: 0, wallet: 1_000_000_000 });
    await stockMarket(sandbox);
    const call = createCall(app.http);
    const admin = await createAdmin(app.db);
    const catalogue = await createCatalogue(app.db, call, admin);
    const world = {
      app,
      sandbox,
      clock,
      call,
      faults: injectFaults(app.db.pool),
      chance,
      admin,
      catalogue,
      ...NOTHING_YET(),
      close: () => services.disposeAsync(),
    };
    const actors: Actor[] = [];
    while (actors.length < PLAYERS) actors.push(await createActor(world));
    return { ...world, actors };
  } catch (error) {
    await services.disposeAsync();
    throw error;
  }
}

/** Days end after as many steps whenever a seed is played. Rows that the database dates itself are a little older. */
const nextNoon = () => new Date((Math.ceil(Date.now() / DAY_MS) + 0.5) * DAY_MS);

/** Nobody waits, and no review is caused by the age of an account or by the sums of a day. */
const SETTINGS = {
  liveNotifications: false,
  withdrawalWaitHours: 0,
  autoApprovalMinAccountHours: 0,
  autoApprovalQuietHours: 0,
  autoApprovalDailyLimitCents: 100_000_000,
  withdrawDailyMaxCents: 100_000_000,
  openDeposits: 100,
};

const NOTHING_YET = () => ({
  battles: new Map(),
  raffle: null,
  offers: new Map(),
  payouts: new Map(),
  deposits: new Map(),
  deliveries: new Map(),
  counts: { asked: 0, refused: 0, struck: 0, repeated: 0, outside: 0 },
  nextKey: 1,
});

export async function stockMarket(sandbox: Sandbox): Promise<void> {
  for (const name of MARKET_NAMES)
    await setMarket(sandbox, { stock: { name, prices: Array(100).fill(MARKET_PRICE_COINS) } });
}

async function createActor({ app, call, clock }: Omit<World, 'actors'>): Promise<Actor> {
  const person = await createPerson(app.db);
  const factor = await enableSecondFactor(call, person, clock);
  await allowTradesTo({ app }, person);
  const model = newPlayer(person.userId);
  for (const [path, body] of [
    ['/user/age-confirmation', { isAdult: true }],
    ['/user/limits', NO_LIMIT],
  ] as const) {
    const { status, text } = await call(person, 'PUT', path, body);
    assert.equal(status, 200, text);
  }
  model.limits.WAGER.cents = UNLIMITED_CENTS;
  return { person, model, factor };
}

interface AskOptions {
  /** It goes on outside after its transaction: a repeat would find it unfinished, so it has no key and is not repeated. */
  isOutside?: boolean;
  isSafe?: boolean;
}

/**
 * The database now and then fails in a request. It is repeated with its key until it is answered, and must have
 * happened once. A repeat of a good answer is answered the same.
 */
export async function ask(
  world: World,
  who: Person,
  [method, path, body]: readonly [Method, string, object?],
  { isOutside = false, isSafe = false }: AskOptions = {},
): Promise<Reply> {
  const { call, chance, faults, counts } = world;
  const headers = isOutside ? {} : { 'idempotency-key': `simulated-${world.nextKey++}` };
  const send = () => call(who, method, path, body, headers);
  counts.asked += 1;
  const isStruck = !isSafe && chance.happens(STRUCK);
  if (isStruck) faults.arm(chance.pick(STATEMENT_FAULTS), chance.below(MOST_STATEMENTS));
  let reply = await send();
  const hasStruck = await faults.disarm();
  if (hasStruck) counts.struck += 1;
  if (isOutside) return reply;
  for (; reply.status >= 500 || reply.body.code === 'IDEMPOTENCY_KEY_IN_USE'; reply = await send()) {
    // The server may not have noticed yet that the connection of the first is gone.
    assert.ok(hasStruck, `${method} ${path} fails though nothing is wrong: ${reply.status} ${reply.text}`);
    await pause(LOOK_AGAIN_MS);
  }
  if (reply.status >= 400) counts.refused += 1;
  else if (chance.happens(REPEATED)) {
    counts.repeated += 1;
    const again = await send();
    if (again.replayed) assert.deepEqual([again.status, again.text], [reply.status, reply.text], `${path} repeated`);
  }
  return reply;
}

/** Refused for one of these, or done where there are none. Says whether it was done. */
export function isDone(reply: Reply, faults: readonly string[], what: string): boolean {
  const { status, body, text } = reply;
  if (faults.length === 0) assert.ok(status < 300, `${what} should be done, and is answered ${status} ${text}`);
  else
    assert.ok(
      status >= 400 && faults.includes(body.code),
      `${what} should be refused for ${faults}: ${status} ${text}`,
    );
  return faults.length === 0;
}

export const nowMs = ({ clock }: Pick<World, 'clock'>): number => clock.now().getTime();

/** Runs a job as the queue would, again where the database fails in it. */
export async function runJob(world: World, name: string, payload: object = {}, isSafe = false): Promise<void> {
  const { app, chance, faults, counts } = world;
  const task = app.jobSets.find(({ tasks }) => name in tasks)?.tasks[name];
  assert.ok(task !== undefined, `there is no job ${name}`);
  if (!isSafe && chance.happens(STRUCK)) faults.arm(chance.pick(STATEMENT_FAULTS), chance.below(MOST_STATEMENTS));
  try {
    await task(payload as never);
  } catch (error) {
    if (!(await faults.disarm())) throw error;
    counts.struck += 1;
  }
  if (await faults.disarm()) counts.struck += 1;
  await task(payload as never);
}
