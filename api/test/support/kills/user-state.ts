import type { Db } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import type { Id } from '../../../src/platform/ids.ts';

export interface UserState {
  account: { balance_cents: number };
  transfers: { type: string; amount_cents: number }[];
  items: { status: string; sold_for_cents: number | null }[];
  openings: { nonce: number; price_cents: number }[];
  upgrades: { status: string; items_value_cents: number; balance_cents: number; target_value_cents: number }[];
  staked: object[];
  progress: { wagered_cents: number; tickets_given: number; tickets_spent: number }[];
  shots: { nonce: number; ticket_price: number }[];
  claims: { tickets: number | null; transfer_id: number | null }[];
  commitments: object[];
  battles: { status: string; seats_taken: number; seat_count: number }[];
  raffles: { status: string; tickets: number }[];
  holds: { status: string; amount_cents: number }[];
  payouts: { status: string; amount_cents: number }[];
  swaps: { status: string; items: object[] }[];
  audit: { action: string }[];
  keys: { key: string; status: number }[];
}

export async function readUserState(db: Db, userId: Id<'user'>): Promise<UserState> {
  const [row] = await db.query<{ state: UserState }>(sql`
    select jsonb_build_object(
      'account', (select to_jsonb(accounts) from accounts where user_id = ${userId}),
      'transfers', array(select to_jsonb(transfers) from transfers where user_id = ${userId} order by id),
      'items', array(select to_jsonb(held) from inventory_items held where user_id = ${userId} order by id),
      'openings', array(select to_jsonb(case_openings) from case_openings where user_id = ${userId} order by id),
      'upgrades', array(select to_jsonb(upgrades) from upgrades where user_id = ${userId} order by id),
      'staked', array(
        select to_jsonb(input) from upgrade_inputs input join upgrades on upgrades.id = upgrade_id
        where user_id = ${userId} order by input.inventory_item_id),
      'progress', array(select to_jsonb(progress) from event_progress progress where user_id = ${userId} order by event_id),
      'shots', array(select to_jsonb(shot) from event_shots shot where user_id = ${userId} order by id),
      'claims', array(select to_jsonb(claim) from event_claims claim where user_id = ${userId} order by tier_id),
      'commitments', array(
        select to_jsonb(run) from commitment_runs run where stream ~ ('user:' || ${userId}::text || '$')
        order by stream, last_nonce),
      'battles', array(
        select to_jsonb(battles) || jsonb_build_object('seats', array(
          select to_jsonb(seat) from battle_seats seat where battle_id = battles.id order by seat))
        from battles where id in (select battle_id from battle_seats where user_id = ${userId}) order by id),
      'raffles', array(
        select jsonb_build_object('status', status, 'tickets', tickets) from raffle_buyers
        join raffles on raffles.id = raffle_id where user_id = ${userId} order by raffle_id),
      'holds', array(select to_jsonb(holds) from holds where user_id = ${userId} order by id),
      'payouts', array(select to_jsonb(payout) from money_withdrawals payout where user_id = ${userId} order by id),
      'swaps', array(
        select to_jsonb(swaps) || jsonb_build_object('items', array(
          select to_jsonb(part) from swap_items part where swap_id = swaps.id order by inventory_item_id))
        from swaps where ${userId} in (creator_id, acceptor_id) order by id),
      'audit', array(select to_jsonb(entry) from audit_entries entry where user_id = ${userId} order by id),
      'keys', array(select to_jsonb(kept) from idempotency_keys kept where owner_id = ${userId} order by key)) as state`);
  return row?.state as UserState;
}

/**
 * Describes the difference of two states: items, progress, battles, raffles, holds, withdrawals and swaps as they are
 * in the end, and added rows of the rest.
 */
export function changeBetween(earlier: UserState, later: UserState) {
  const added = <Row>(rowsOf: (state: UserState) => Row[]) => rowsOf(later).slice(rowsOf(earlier).length);
  return {
    balanceCents: later.account.balance_cents - earlier.account.balance_cents,
    transfers: added(({ transfers }) => transfers).map(({ type, amount_cents: cents }) => `${type} ${cents}`),
    items: later.items.map(({ status, sold_for_cents: cents }) => (cents === null ? status : `${status} for ${cents}`)),
    openings: added(({ openings }) => openings).map(({ nonce, price_cents: cents }) => `${nonce} for ${cents}`),
    upgrades: added(({ upgrades }) => upgrades).map(
      ({ status, items_value_cents: items, balance_cents: balance, target_value_cents: target }) =>
        `${status}: ${items} and ${balance} for ${target}`,
    ),
    stakedItems: added(({ staked }) => staked).length,
    progress: later.progress.map(
      ({ wagered_cents: wagered, tickets_given: given, tickets_spent: spent }) =>
        `wagered ${wagered}, given ${given} tickets, spent ${spent}`,
    ),
    shots: added(({ shots }) => shots).map(({ nonce, ticket_price: price }) => `${nonce} for ${price}`),
    claims: added(({ claims }) => claims).map(({ tickets, transfer_id: transferId }) => {
      if (tickets !== null) return `${tickets} tickets`;
      return transferId === null ? 'an item' : 'money';
    }),
    battles: later.battles.map(
      ({ status, seats_taken: taken, seat_count: seats }) => `${status}: ${taken} of ${seats} seats`,
    ),
    raffles: later.raffles.map(({ status, tickets }) => `${status}: ${tickets} tickets`),
    holds: later.holds.map(({ status, amount_cents: cents }) => `${status} ${cents}`),
    payouts: later.payouts.map(({ status, amount_cents: cents }) => `${status} ${cents}`),
    swaps: later.swaps.map(({ status, items }) => `${status} with ${items.length} items`),
    audit: added(({ audit }) => audit).map(({ action }) => action),
    keys: added(({ keys }) => keys).map(({ key, status }) => `${key} ${status}`),
  };
}
