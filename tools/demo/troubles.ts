import { setTimeout as sleep } from 'node:timers/promises';
import { deposit, requestPayout, setBank, setStandIn } from './cashier.ts';
import type { Person } from './person.ts';
import { refresh } from './turns.ts';
import { join } from './visit.ts';
import type { Player, World } from './world.ts';

/** Things go wrong outside shortly before the end, so that an administrator has decisions to make. */

const STUCK_PAYOUTS = 2;
const PAYOUT_CENTS = 2_000;
const PRICES_HELD_BACK = 4;
/** Set by hand so far below what the item database says that it is not believed when it says so again. */
const TOO_LOW = 0.55;
const LEAST_PRICE_CENTS = 200;
const OPENED_AT_ONCE = 5;
const MOST_TRIES = 5;
/** The marketplace may ask for a little more than the catalogue says. */
const SWAPPED_PART = 0.8;
const LOOK_EVERY_MS = 5;
const MOST_LOOKS = 24_000;

export async function bringTroubles(world: World, administrator: Person): Promise<void> {
  for (const player of world.unlucky) {
    await join(player);
    await deposit(world, player, 'PAID');
    await deposit(world, player, 'PAID');
  }
  for (const player of world.unlucky.slice(0, STUCK_PAYOUTS)) await loseAnswer(world, administrator, player);
  for (const [place, player] of world.unlucky.entries()) {
    // One player still has the bought item, so the swap is undone automatically. A person decides on the others.
    await swapInVain(world, administrator, player, place > 0);
  }
  await jumpPrices(administrator);
}

/**
 * The connection to the bank breaks while a payment is sent, and only the bank could say that it knows nothing of it.
 */
async function loseAnswer(world: World, administrator: Person, player: Player): Promise<void> {
  await requestPayout(world, player, PAYOUT_CENTS, 'confirm');
  const userId = await player.person.userId();
  type Listed = { data: { id: string; status: string; userId: string }[] };
  const waiting = await administrator.ask<Listed>('GET', `/admin/withdrawals?status=PENDING&userId=${userId}`);
  const [payout] = waiting?.data ?? [];
  if (payout === undefined) return;
  await setBank(world, { faults: [{ fault: 'cut-off', call: 'send', times: 1 }] });
  await administrator.ask('POST', `/admin/withdrawals/${payout.id}/approve`, { reason: 'Conhecido de outros saques' });
  // It is sent after the answer.
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const orders = await administrator.ask<Listed>('GET', '/admin/orders?limit=100');
    if (orders?.data.some((order) => order.userId === userId && order.status === 'UNKNOWN')) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error('a payment was cut off and is not among the orders of which nothing is known');
}

/** The seller never sends what the house buys for a swap. An item that was sold on meanwhile cannot be taken back. */
async function swapInVain(world: World, administrator: Person, player: Player, isSold: boolean): Promise<void> {
  const { person } = player;
  await person.ask('POST', `/cases/${player.favourites[0].id}/open`, { quantity: OPENED_AT_ONCE });
  await refresh(player);
  const receivedId = await swapWithSite(player);
  if (receivedId === null) return;
  if (isSold) await person.ask('POST', '/inventory/sell-multiple', { inventoryItemIds: [receivedId] });
  const userId = await person.userId();
  type Orders = { data: { kind: string; userId: string; projectId: string }[] };
  const orders = await administrator.ask<Orders>('GET', '/admin/orders?isOpen=false&limit=100');
  const bought = orders?.data.find((order) => order.kind === 'SITE_SWAP' && order.userId === userId);
  const move = { projectId: bought?.projectId ?? '', to: 'failed', reason: 'Seller did not send the item' };
  await setStandIn(world, 'market', { move });
}

async function swapWithSite({ person, items }: Player): Promise<string | null> {
  for (const { id, cents } of items.toReversed().slice(0, MOST_TRIES)) {
    const query = `maxValueCents=${Math.floor(cents * SWAPPED_PART)}&sortOrder=desc&limit=1`;
    const targets = await person.ask<{ data: { marketHashName: string }[] }>('GET', `/swap/targets?${query}`);
    const [target] = targets?.data ?? [];
    if (target === undefined) continue;
    const swapped = await person.ask<{ success: boolean; receivedInventoryItemId: string | null }>(
      'POST',
      '/swap/site',
      {
        inventoryItemIds: [id],
        targetMarketHashName: target.marketHashName,
      },
    );
    if (swapped?.success) return swapped.receivedInventoryItemId;
  }
  return null;
}

/** Some prices were set by hand, and the next sync says others that are too far away. */
async function jumpPrices(administrator: Person): Promise<void> {
  type Item = { id: string; originalPriceCents: string };
  const listed = await administrator.ask<{ data: Item[] }>('GET', '/admin/items?limit=100');
  const dear = (listed?.data ?? []).filter(({ originalPriceCents }) => Number(originalPriceCents) >= LEAST_PRICE_CENTS);
  for (const { id, originalPriceCents } of dear.slice(0, PRICES_HELD_BACK)) {
    const cents = Math.round(Number(originalPriceCents) * TOO_LOW);
    const change = { originalPriceCents: String(cents), confirm: true, reason: 'Outras lojas vendem por menos' };
    await administrator.ask('PATCH', `/admin/items/${id}`, change);
  }
  await administrator.ask('POST', '/admin/items/update-prices');
}
