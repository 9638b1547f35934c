import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createItem } from '../../../../../test/support/items.ts';
import { createPerson, type Person } from '../../../../../test/support/people.ts';
import { PARTNER, setMarket, TOKEN } from '../../../../../test/support/purchases.ts';
import { createRecordingApp, type RecordingApp } from '../../../../../test/support/recording-app.ts';
import { type FixedClock, fixedClock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { createSettings } from '../../../../platform/settings.ts';
import { insertOneHeld, statusesOf } from '../../../assets/inventory/test-support.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import { createMarketplace, type Marketplace } from '../../marketplace/index.ts';
import { findWithdrawal } from '../withdrawals.sql.ts';
import type { PollDeps } from './poll-withdrawals.ts';
import { suspendOnReversalSetting } from './suspend-on-reversal.ts';

const SOLD_NAME = 'Fracture Case';
const PRICE = 1_000;

export interface TrackingTrial {
  app: RecordingApp;
  sandbox: Sandbox;
  /** Ours; that of the marketplace stands still until it is put forward. */
  clock: FixedClock;
  marketplace: Marketplace;
  deps: PollDeps;
  /** What users were notified of. */
  told: { userId: string; content: NotificationContent }[];
  close(): Promise<void>;
}

/** The whole server beside the sandbox's marketplace, whose sellers do what a test says. */
export async function openTracking(): Promise<TrackingTrial> {
  const clock = fixedClock(new Date());
  const sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  await setMarket(sandbox, {
    clock: { hold: true },
    pricesPerMinute: 0,
    wallet: 1_000_000,
    stock: { name: SOLD_NAME, prices: Array(100).fill(PRICE) },
  });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const app = await createRecordingApp({ clock, marketplace });
  const { db } = app;
  const { announcements } = app.deps;
  const told: TrackingTrial['told'] = [];
  const deps: PollDeps = {
    db,
    clock,
    settings: createSettings({ db, announcements, definitions: [suspendOnReversalSetting] }),
    push: app.realtime,
    tell: (userId, contents) => told.push(...contents.map((content) => ({ userId, content }))),
    marketplace,
    logger,
  };
  const close = async () => {
    await app.close();
    await sandbox.close();
  };
  return { app, sandbox, clock, marketplace, deps, told, close };
}

export interface BoughtWithdrawal {
  person: Person;
  id: Id<'market-withdrawal'>;
  inventoryItemId: Id<'inventoryItem'>;
  itemName: string;
  projectId: string;
  marketId: string;
}

interface BoughtRow {
  userId: Id<'user'>;
  inventoryItemId: Id<'inventoryItem'>;
  itemId: Id<'item'>;
  projectId: string;
  marketId: string;
  /** In seconds since 1970. */
  sendUntil: number;
  at: Date;
}

/** As the purchase leaves it. */
async function insertBought(db: Db, row: BoughtRow): Promise<Id<'market-withdrawal'>> {
  const { userId, inventoryItemId, itemId, projectId, marketId, sendUntil, at } = row;
  const rows = await db.query<{ id: Id<'market-withdrawal'> }>(sql`
    with bought as (
      insert into orders (kind, project_id, ask, status, bought, requested_at, sent_at, settled_at, lease_owner, lease_until)
      values ('WITHDRAWAL', ${projectId}, '{}', 'BOUGHT', ${JSON.stringify({ marketId })}::jsonb, ${at}, ${at}, ${at}, '', ${at})
      returning id
    )
    insert into market_withdrawals (user_id, inventory_item_id, item_id, order_id, project_id, market_id, market_status,
      status, auto_approved, price_paid_cents, max_pay_cents, send_until, created_at, updated_at)
    select ${userId}, ${inventoryItemId}, ${itemId}, id, ${projectId}, ${marketId}, 0, 'WAITING_SELLER', true, 100, 100,
      to_timestamp(${sendUntil}), ${at}, ${at}
    from bought returning id`);
  return rows[0]?.id as Id<'market-withdrawal'>;
}

let bought = 0;

/** A withdrawal whose item the sandbox has just sold: its seller is to send it. */
export async function buyOne(trial: TrackingTrial): Promise<BoughtWithdrawal> {
  bought += 1;
  const projectId = `wd_${process.pid}_${bought}`;
  const order = { name: SOLD_NAME, maxCoins: PRICE, partner: PARTNER, token: TOKEN, projectId };
  const answer = await trial.marketplace.buy(order);
  assert.ok('bought' in answer, JSON.stringify(answer));
  const { marketId, sendUntil } = answer.bought;
  const person = await createPerson(trial.app.db);
  const itemId = await createItem(trial.app.db);
  const inventoryItemId = await insertOneHeld(trial.app.db, person.userId, itemId, { status: 'LOCKED' });
  const id = await insertBought(trial.app.db, {
    ...{ userId: person.userId, inventoryItemId, itemId, projectId, marketId, sendUntil: sendUntil ?? 0 },
    at: trial.clock.now(),
  });
  const itemName = (await findWithdrawal(trial.app.db, id))?.itemName ?? '';
  return { person, id, inventoryItemId, itemName, projectId, marketId };
}

/** A seller, or Steam, does something with the trade of a withdrawal. */
export const moveTrade = (trial: TrackingTrial, { projectId }: BoughtWithdrawal, to: string, more: object = {}) =>
  setMarket(trial.sandbox, { move: { projectId, to, ...more } });

/** Where a withdrawal stands, and its item. */
export async function standOf({ app }: TrackingTrial, { id, inventoryItemId }: BoughtWithdrawal) {
  const { status, marketStatus } = (await findWithdrawal(app.db, id)) ?? assert.fail();
  const items = await statusesOf(app.db, [inventoryItemId]);
  return [status, marketStatus, items[0]];
}

/** The events that the user of a withdrawal was sent, and what they said. */
export const eventsOf = ({ app }: TrackingTrial, { person }: BoughtWithdrawal) =>
  app.sent.filter(({ userId }) => userId === person.userId).map(({ event, payload }) => [event, payload] as const);

/** The alerts about a withdrawal that are open. */
export async function alertsOf({ app }: TrackingTrial, { id }: BoughtWithdrawal): Promise<string[]> {
  const rows = await app.db.query<{ kind: string }>(
    sql`select kind from alerts where key = ${id} and resolved_at is null order by kind`,
  );
  return rows.map(({ kind }) => kind);
}
