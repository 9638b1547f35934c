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
import { findViolations } from '../../../verify/find-violations.ts';
import { insertOneHeld } from '../../assets/inventory/test-support.ts';
import { createMarketplace, type Marketplace } from '../marketplace/index.ts';
import { itemWithdrawalsInvariants } from './item-withdrawals.invariants.ts';

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

export interface StoredItemWithdrawal {
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
