import type { Db } from '../../src/platform/db.ts';
import type { Id } from '../../src/platform/ids.ts';
import { sql } from '../../src/platform/sql.ts';

/** Every row that is kept of a user's money and things. */
export interface UserState {
  account: { balance_cents: number };
  transfers: { type: string; amount_cents: number }[];
  items: { status: string; sold_for_cents: number | null }[];
  openings: { nonce: number; price_cents: number }[];
  commitments: object[];
  holds: { status: string; amount_cents: number }[];
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
      'commitments', array(select to_jsonb(commitments) from commitments where user_id = ${userId} order by nonce),
      'holds', array(select to_jsonb(holds) from holds where user_id = ${userId} order by id),
      'audit', array(select to_jsonb(entry) from audit_entries entry where user_id = ${userId} order by id),
      'keys', array(select to_jsonb(kept) from idempotency_keys kept where owner_id = ${userId} order by key)) as state`);
  return row?.state as UserState;
}

/** What lies between two states, in words: items and holds as they are in the end, of the rest what was added. */
export function changeBetween(earlier: UserState, later: UserState) {
  const added = <Row>(rowsOf: (state: UserState) => Row[]) => rowsOf(later).slice(rowsOf(earlier).length);
  return {
    balanceCents: later.account.balance_cents - earlier.account.balance_cents,
    transfers: added(({ transfers }) => transfers).map(({ type, amount_cents: cents }) => `${type} ${cents}`),
    items: later.items.map(({ status, sold_for_cents: cents }) => (cents === null ? status : `${status} for ${cents}`)),
    openings: added(({ openings }) => openings).map(({ nonce, price_cents: cents }) => `${nonce} for ${cents}`),
    holds: later.holds.map(({ status, amount_cents: cents }) => `${status} ${cents}`),
    audit: added(({ audit }) => audit).map(({ action }) => action),
    keys: added(({ keys }) => keys).map(({ key, status }) => `${key} ${status}`),
  };
}
