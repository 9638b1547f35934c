import assert from 'node:assert/strict';
import type { Person } from '../../../../../test/support/people.ts';
import { setMarket } from '../../../../../test/support/purchases.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { silentLogger as logger } from '../../../../platform/observability/logger.ts';
import { createSettings } from '../../../../platform/settings/settings.ts';
import { statusesOf } from '../../../assets/inventory/test-support.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import { findItemWithdrawal } from '../item-withdrawals.sql.ts';
import { eventsSentTo, NAME, openWithdrawals, type WithdrawalsBench, withdraw, withItem } from '../test-support.ts';
import { suspendOnReversalSetting } from './apply-report.ts';
import type { PollDeps } from './poll.ts';
import type { StatusReport } from './tracking.rules.ts';

export interface TrackingBench extends WithdrawalsBench {
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
