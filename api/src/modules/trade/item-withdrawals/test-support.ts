import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import type { TestApp, TestAppOptions } from '../../../../test/support/app.ts';
import { type Call, createCall } from '../../../../test/support/calls.ts';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { setMarket } from '../../../../test/support/purchases.ts';
import { createRecordingApp, type RecordingApp } from '../../../../test/support/recording-app.ts';
import { type FixedClock, fixedClock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { silentLogger as logger } from '../../../platform/observability/logger.ts';
import { createSettings } from '../../../platform/settings/settings.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { insertOneHeld, statusesOf } from '../../assets/inventory/test-support.ts';
import type { NotificationContent } from '../../people/notifications/index.ts';
import { createMarketplace, type Marketplace } from '../marketplace/index.ts';
import { itemWithdrawalsInvariants } from './item-withdrawals.invariants.ts';
import { findItemWithdrawal } from './item-withdrawals.sql.ts';
import { suspendOnReversalSetting } from './tracking/apply-report.ts';
import type { PollDeps } from './tracking/poll.ts';
import type { StatusReport } from './tracking/tracking.rules.ts';

/** The item is worth 1.20 USD, so at most its price of 1.00 USD is paid. */
export const NAME = 'Fracture Case';
export const PRICE_COINS = 1_000;
const VALUE_CENTS = 120;
const PLATFORM_ID_BASE = 76_561_197_960_265_728n;
export const TOKEN = 'AbCdEf12';

export interface WithdrawalsBench {
  app: RecordingApp;
  sandbox: Sandbox;
  clock: FixedClock;
  call: Call;
  itemId: Id<'item'>;
  /** A test replaces its functions for a moment. */
  market: Marketplace;
  /** The waits that were asked for, in order; none takes time. */
  waits: number[];
  close(): Promise<void>;
}

export async function openWithdrawals({
  isSandbox = true,
  otherDefaults = { liveNotifications: false },
  environment = {},
}: Pick<TestAppOptions, 'isSandbox' | 'otherDefaults' | 'environment'> = {}): Promise<WithdrawalsBench> {
  const sandbox = await startSandbox({ port: 0 });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const clock = fixedClock(new Date());
  const waits: number[] = [];
  const market = { ...marketplace };
  const wait = async (ms: number) => {
    waits.push(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const { identityUrl } = sandbox;
  const outside = { marketplace: market, wait, identityUrl };
  const app = await createRecordingApp({ clock, ...outside, isSandbox, otherDefaults, environment });
  const itemId = await insertNamed(app.db, NAME);
  const close = async () => {
    try {
      await assertItemWithdrawalsSound(app.db);
    } finally {
      await app.close();
      await sandbox.close();
    }
  };
  return { app, sandbox, clock, call: createCall(app.http), itemId, market, waits, close };
}

export async function resetMarket({ app, sandbox, waits }: WithdrawalsBench): Promise<void> {
  await setMarket(sandbox, {
    faults: [],
    stock: { name: NAME, prices: Array(100).fill(PRICE_COINS) },
    wallet: 1_000_000_000,
    pricesPerMinute: 0,
  });
  app.sent.length = 0;
  waits.length = 0;
}

export async function insertNamed(db: Db, name: string): Promise<Id<'item'>> {
  const rows = await db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, value_cents, value_cents_brl,
      original_price_cents)
    values (${name}, ${name}, 'https://items.example/a.png', 'BASE_GRADE', 'CASE', ${VALUE_CENTS}, 600, 100)
    returning id`);
  return rows[0]?.id as Id<'item'>;
}

export const partnerOf = ({ platformId }: Person) => (BigInt(platformId) - PLATFORM_ID_BASE).toString();
const tradeUrlOf = (person: Person) =>
  `https://steamcommunity.com/tradeoffer/new/?partner=${partnerOf(person)}&token=${TOKEN}`;

/** The trade URL is their own. */
export const allowTradesTo = ({ app }: { app: Pick<TestApp, 'db'> }, person: Person) =>
  app.db.query(sql`update users set trade_url = ${tradeUrlOf(person)} where id = ${person.userId}`);

/** Their withdrawals need no review: they have a trade URL and an old account. */
export async function createWithdrawer({ app, clock }: WithdrawalsBench): Promise<Person> {
  const person = await createPerson(app.db);
  const since = new Date(clock.now().getTime() - 30 * 24 * 3_600_000);
  await app.db.query(sql`
    update users set trade_url = ${tradeUrlOf(person)}, created_at = ${since} where id = ${person.userId}`);
  return person;
}

export async function withItem(bench: WithdrawalsBench): Promise<{ person: Person; id: Id<'inventoryItem'> }> {
  const person = await createWithdrawer(bench);
  return { person, id: await insertOneHeld(bench.app.db, person.userId, bench.itemId) };
}

export const withdraw = ({ call }: WithdrawalsBench, who: Person, id: string, headers: Record<string, string> = {}) =>
  call(who, 'POST', `/inventory/${id}/withdraw`, undefined, headers);

interface StoredItemWithdrawal {
  status: string;
  autoApproved: boolean;
  projectId: string;
  marketId: string | null;
  marketStatus: number | null;
  pricePaidCents: string;
  failureReason: string | null;
  itemStatus: string;
  orderStatus: string | null;
}

/** Oldest first. */
export const withdrawalsOf = (db: Db, inventoryItemId: string) =>
  db.query<StoredItemWithdrawal>(sql`
    select withdrawal.status, auto_approved, withdrawal.project_id,
      market_id, market_status, price_paid_cents,
      failure_reason, held.status as item_status, orders.status as order_status
    from market_withdrawals withdrawal join inventory_items held on held.id = inventory_item_id
      left join orders on orders.id = order_id
    where inventory_item_id = ${inventoryItemId} order by withdrawal.id`);

export const eventsSentTo = ({ app }: WithdrawalsBench, { userId }: Person) =>
  app.sent
    .filter((sent) => sent.userId === userId && sent.event.startsWith('withdrawal:'))
    .map(({ event, payload }) => ({ event, payload }));

/** It also checks items that only withdrawals lock. */
export async function assertItemWithdrawalsSound(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db), []);
  for (const [sentence, question] of Object.entries(itemWithdrawalsInvariants)) {
    if (!('byOwnWays' in question)) continue;
    assert.deepEqual(await db.query(question.byOwnWays as Sql), [], sentence);
  }
}

interface TrackingBench extends WithdrawalsBench {
  deps: PollDeps;
  /** The notifications that functions with `deps` sent. */
  told: { userId: string; content: NotificationContent }[];
}

/** A test decides what the sellers of the sandbox do. */
export async function openTracking(): Promise<TrackingBench> {
  const bench = await openWithdrawals();
  const { app, clock, market } = bench;
  const { announcements } = app.deps;
  const told: TrackingBench['told'] = [];
  const deps: PollDeps = {
    db: app.db,
    clock,
    settings: createSettings({ db: app.db, announcements, definitions: [suspendOnReversalSetting] }),
    push: app.realtime,
    notifyUser: (userId, contents) => told.push(...contents.map((content) => ({ userId, content }))),
    marketplace: market,
    logger,
  };
  return { ...bench, deps, told };
}

export interface BoughtItemWithdrawal {
  person: Person;
  id: Id<'itemWithdrawal'>;
  inventoryItemId: Id<'inventoryItem'>;
  itemName: string;
  projectId: string;
  marketId: string;
}

export async function buyOne(bench: TrackingBench): Promise<BoughtItemWithdrawal> {
  const { person, id: inventoryItemId } = await withItem(bench);
  const { body } = await withdraw(bench, person, inventoryItemId);
  assert.equal(body.success, true, JSON.stringify(body));
  const { id, projectId, marketId } = (await findItemWithdrawal(bench.app.db, body.withdrawalId)) ?? assert.fail();
  return { person, id, inventoryItemId, itemName: NAME, projectId, marketId: marketId ?? '' };
}

export const moveTrade = (bench: TrackingBench, { projectId }: BoughtItemWithdrawal, to: string, more: object = {}) =>
  setMarket(bench.sandbox, { move: { projectId, to, ...more } });

export const statusReport = (
  { marketId }: Pick<BoughtItemWithdrawal, 'marketId'>,
  more: Partial<StatusReport>,
): StatusReport => ({
  marketId,
  status: 'WAITING_SELLER',
  marketStatus: 0,
  tradeId: null,
  sellerName: null,
  sendUntil: null,
  reason: null,
  isRollback: false,
  source: 'FEED',
  ...more,
});

export async function standOf({ app }: TrackingBench, { id, inventoryItemId }: BoughtItemWithdrawal) {
  const { status, marketStatus } = (await findItemWithdrawal(app.db, id)) ?? assert.fail();
  const items = await statusesOf(app.db, [inventoryItemId]);
  return [status, marketStatus, items[0]];
}

export const eventsOf = (bench: TrackingBench, { person }: BoughtItemWithdrawal) =>
  eventsSentTo(bench, person)
    .slice(1)
    .map(({ event, payload }) => [event, payload] as const);

export async function alertsOf({ app }: TrackingBench, { id }: BoughtItemWithdrawal): Promise<string[]> {
  const rows = await app.db.query<{ kind: string }>(
    sql`select kind from alerts where key = ${id} and resolved_at is null order by kind`,
  );
  return rows.map(({ kind }) => kind);
}
