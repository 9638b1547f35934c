import { wager } from '../../../src/modules/games/events/test-support.ts';
import { NAME } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import type { Person } from '../people.ts';
import { ask, type Conspiracy, runJob, worthOf } from './house.ts';

const MIN_PAYOUT_CENTS = 2_000;

/** A friend and an accomplice take everything they can, except at a loss. */
export async function takeAll(house: Conspiracy): Promise<void> {
  for (const who of [house.friend, house.accomplice]) {
    await claimAll(house, who);
    await buyTickets(house, who);
    await openCases(house, who);
  }
  await sellWhatIsDear(house, house.friend);
}

async function claimAll(house: Conspiracy, who: Person): Promise<void> {
  const { db } = house.world.app;
  const tiers = await db.query<{ eventId: string; tierId: string }>(sql`
    select event_id, event_tiers.id as tier_id from event_tiers join events on events.id = event_id
    where status = 'PUBLISHED' and ends_at > now() and not exists (
      select from event_claims where tier_id = event_tiers.id and user_id = ${who.userId})`);
  if (tiers.length === 0) return;
  await wager(db, who, 1_000n);
  for (const { eventId, tierId } of tiers) await ask(house, who, 'POST', `/event/${eventId}/claim`, { tierId });
  const tables = await db.query<{ eventId: string; ticketPrice: number }>(sql`
    select distinct event_id, ticket_price
    from event_prizes join events on events.id = event_id where status = 'PUBLISHED' and ends_at > now()`);
  for (const table of tables) {
    for (let times = 0; times < 3; times += 1) {
      const { status } = await ask(house, who, 'POST', '/event-shoot/shoot', table);
      if (status >= 300) break;
    }
  }
}

async function buyTickets(house: Conspiracy, who: Person): Promise<void> {
  const raffles = await house.world.app.db.query<{ id: string }>(sql`
    select raffles.id from raffles join raffle_prizes on raffle_id = raffles.id join items on items.id = item_id
    where status = 'ACTIVE' group by raffles.id having sum(value_cents_brl) >= ticket_price_cents * max_tickets`);
  for (const { id } of raffles) {
    await ask(house, who, 'POST', `/raffle/${id}/buy`, { quantity: 1 });
    await ask(house, house.world.carla, 'POST', `/raffle/${id}/draw`);
  }
}

async function openCases(house: Conspiracy, who: Person): Promise<void> {
  const cases = await house.world.app.db.query<{ id: string }>(sql`
    select cases.id from cases join case_version_items on version_id = current_version_id join items on items.id = item_id
    where status = 'ACTIVE' group by cases.id
    having sum((hash_range_end - hash_range_start + 1)::numeric * value_cents_brl) > price_cents * 10000000`);
  for (const { id } of cases) await ask(house, who, 'POST', `/cases/${id}/open`, { quantity: 5 });
}

async function sellWhatIsDear(house: Conspiracy, who: Person): Promise<void> {
  const prices = house.outside.prices as Record<string, { price_cents: number }>;
  const items = await house.world.app.db.query<{ id: string; name: string; cents: bigint }>(sql`
    select inventory_items.id, market_hash_name as name, value_cents_brl as cents
    from inventory_items join items on items.id = item_id where user_id = ${who.userId} and status = 'AVAILABLE'`);
  for (const { id, name, cents } of items) {
    const price = prices[name]?.price_cents;
    if (price !== undefined && Number(cents) > worthOf(price)) await ask(house, who, 'DELETE', `/inventory/${id}/sell`);
  }
}

/** Jobs that wait: syncs that somebody asked for, as the sources tell prices without anybody's word. */
export async function letTimePass(house: Conspiracy): Promise<void> {
  const syncs = await house.world.app.db.query<{ syncId: string }>(sql`
    select id as sync_id from item_syncs where status in ('QUEUED', 'RUNNING')`);
  for (const each of syncs) await runJob(house, 'sync-items', each);
}

/** Afterwards friends move their property, which adds nothing to it, and the administrator releases held records. */
export async function moveOut(house: Conspiracy): Promise<void> {
  const { friend, accomplice, who, world } = house;
  const [given, withdrawn] = await heldOf(house);
  if (given !== undefined) {
    const { body } = await ask(house, friend, 'POST', '/swap', {
      inventoryItemIds: [given],
      acceptorId: accomplice.userId,
    });
    await ask(house, accomplice, 'PUT', `/swap/${body.id}/accept`, {});
  }
  if (withdrawn !== undefined) {
    await ask(house, friend, 'POST', '/swap/site', { inventoryItemIds: [withdrawn], targetMarketHashName: NAME });
    await ask(house, friend, 'POST', '/inventory/sell-all', {});
  }
  const asked = { amountCents: MIN_PAYOUT_CENTS, pixKeyType: 'EMAIL', pixKey: 'friend@example.com' };
  const { body } = await ask(house, friend, 'POST', '/payment/withdraw/request', asked);
  const given2fa = { code: world.nextCode(friend), amountCents: MIN_PAYOUT_CENTS };
  await ask(house, friend, 'POST', `/payment/withdraw/${body.id}/confirm`, given2fa);
  await ask(house, who, 'POST', `/admin/withdrawals/${body.id}/approve`);
}

async function heldOf({ world, friend }: Conspiracy): Promise<string[]> {
  const rows = await world.app.db.query<{ id: string }>(sql`
    select id from inventory_items where user_id = ${friend.userId} and status = 'AVAILABLE' order by id desc`);
  return rows.map(({ id }) => id);
}
