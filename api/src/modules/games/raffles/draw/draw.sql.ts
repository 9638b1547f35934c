import type { Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { BeaconRound } from '../../beacon/index.ts';

export interface NewlyDrawn {
  displayOrder: number;
  serverSeed: string;
  committedAt: string | null;
  itemValueCents: Cents;
  eligibleTickets: number;
  roll: number | null;
  winningIndex: number | null;
  winningTicket: number | null;
  winnerId: Id<'user'> | null;
  inventoryItemId: Id<'inventoryItem'> | null;
}

export async function updateDrawnPrizes(tx: Tx, raffleId: Id<'raffle'>, drawn: readonly NewlyDrawn[]): Promise<void> {
  await tx.query(sql`
    update raffle_prizes set server_seed = drawn.server_seed, committed_at = drawn.committed_at,
      item_value_cents = drawn.item_value_cents, eligible_tickets = drawn.eligible_tickets, roll = drawn.roll,
      winning_index = drawn.winning_index, winning_ticket = drawn.winning_ticket, winner_id = drawn.winner_id,
      inventory_item_id = drawn.inventory_item_id
    from unnest(
      ${drawn.map((each) => each.displayOrder)}::int[], ${drawn.map((each) => each.serverSeed)}::text[],
      ${drawn.map((each) => each.committedAt)}::timestamptz[], ${drawn.map((each) => each.itemValueCents)}::bigint[],
      ${drawn.map((each) => each.eligibleTickets)}::int[], ${drawn.map((each) => each.roll)}::int[],
      ${drawn.map((each) => each.winningIndex)}::int[], ${drawn.map((each) => each.winningTicket)}::int[],
      ${drawn.map((each) => each.winnerId)}::bigint[], ${drawn.map((each) => each.inventoryItemId)}::bigint[]
    ) as drawn (display_order, server_seed, committed_at, item_value_cents, eligible_tickets, roll, winning_index,
      winning_ticket, winner_id, inventory_item_id)
    where raffle_id = ${raffleId} and raffle_prizes.display_order = drawn.display_order`);
}

interface Completion {
  clientSeed: string | null;
  beacon: BeaconRound | null;
}

export async function updateToCompleted(tx: Tx, id: Id<'raffle'>, { clientSeed, beacon }: Completion): Promise<void> {
  await tx.query(sql`
    update raffles set status = 'COMPLETED', drawn_at = clock_timestamp(), client_seed = ${clientSeed},
      beacon_randomness = ${beacon?.randomness ?? null}, beacon_signature = ${beacon?.signature ?? null},
      beacon_chain = ${beacon && JSON.stringify(beacon.chain)}::jsonb
    where id = ${id}`);
}

/** Tells whether the house keeps at least the share of the income that it keeps of every wager. */
export async function leavesTheEdge(
  tx: Tx,
  { incomeCents, givenCents }: { incomeCents: Cents; givenCents: Cents },
  edgePercent: Sql,
): Promise<boolean> {
  const rows = await tx.query<{ leaves: boolean }>(sql`
    select ${incomeCents}::numeric > 0
      and 100 * ${givenCents}::numeric <= ${incomeCents}::numeric * (100 - ${edgePercent}) as leaves`);
  return rows[0]?.leaves === true;
}

interface CountedStake {
  userId: Id<'user'>;
  stakeCents: bigint;
}

export function markCounted(tx: Tx, raffleId: Id<'raffle'>, limit: number): Promise<CountedStake[]> {
  return tx.query<CountedStake>(sql`
    update raffle_buyers set is_counted = true
    where raffle_id = ${raffleId} and user_id = any(array(
      select user_id from raffle_buyers join raffles on raffles.id = raffle_id
      where raffle_id = ${raffleId} and not is_counted and status = 'COMPLETED'
      order by user_id limit ${limit} for update of raffle_buyers))
    returning user_id, spent_cents as stake_cents`);
}
