import { botStream, seatStream, tieStream } from '../modules/games/battles/index.ts';
import { raffleStream } from '../modules/games/raffles/index.ts';
import type { Tx } from '../platform/database/db.ts';
import { raw, sql } from '../platform/database/sql.ts';
import { DAY_TIME_ZONE } from '../platform/days.ts';
import type { Id } from '../platform/ids.ts';
import { allowLongStatements } from '../platform/roll-ups/rolled-days.sql.ts';

/**
 * Use cases let the database stamp what they write, so that what they have just played is of now. Here the stamps of it are
 * moved to the moment of the history. Most of these rows never change by themselves, and triggers see to it: those are off
 * for the transaction that moves, for which the tables are locked against other writers.
 */

const GUARDED = [
  ...['transfers', 'commitment_runs', 'battles', 'battle_seats', 'battle_rolls', 'battle_drops', 'raffle_purchases'],
] as const;

/** What `move` does, it does without the triggers of the tables above. A failure of it undoes that, too. */
export async function withoutGuards(tx: Tx, move: () => Promise<void>): Promise<void> {
  const switchAll = (way: 'disable' | 'enable') =>
    Promise.all(GUARDED.map((table) => tx.query(raw(`alter table ${table} ${way} trigger user`))));
  // Whoever plays on a server that runs is waited for.
  await allowLongStatements(tx);
  await switchAll('disable');
  await move();
  await switchAll('enable');
}

/** Nobody of a history has a session, which would say that they were there: of those who have `moved`. */
const INSERT_ACTIVITY = sql`
  insert into user_activity (day, user_id)
  select distinct (created_at at time zone ${DAY_TIME_ZONE}::text)::date, user_id from moved
  on conflict do nothing`;

export interface MovedBattle {
  id: Id<'battle'>;
  seats: readonly { seat: number; userId: Id<'user'> | null }[];
  /** When it was played. */
  createdAt: Date;
  atMs: number;
}

/** A battle that is over, with all that it has written. By one step, so that everything stays in its order. */
export async function moveBattle(tx: Tx, { id, seats, createdAt, atMs }: MovedBattle): Promise<void> {
  const step = sql`make_interval(secs => ${(atMs - createdAt.getTime()) / 1000})`;
  const userIds = seats.flatMap(({ userId }) => userId ?? []);
  const ofBots = seats.filter(({ seat }) => seat > 1).map(({ seat }) => botStream(id, seat));
  const streams = [tieStream(id), ...ofBots, ...seats.map((seat) => seatStream(id, seat))];
  const ofBattle = (table: string, ...columns: string[]) => {
    const moved = columns.map((column) => `${column} = ${column} + step`).join(', ');
    const key = table === 'battles' ? 'id' : 'battle_id';
    return tx.query(sql`
      update ${raw(table)} set ${raw(moved)} from (select ${step} as step) given where ${raw(key)} = ${id}`);
  };
  await Promise.all([
    // First, since the battle says between which moments its commitments were made.
    tx.query(sql`
      update commitment_runs set committed_at = committed_at + ${step} from battles
      where battles.id = ${id} and stream = any(${streams}::text[])
        and committed_at between battles.created_at and battles.ended_at`),
    tx.query(sql`
      update inventory_items set acquired_at = acquired_at + ${step} from battles
      where battles.id = ${id} and user_id = any(${userIds}::bigint[]) and acquired_at >= battles.created_at
        and source_type = 'BATTLE' and source_id = ${id}`),
    tx.query(sql`
      with moved as (
        update transfers set created_at = created_at + ${step}
        where user_id = any(${userIds}::bigint[]) and type in ('BATTLE_ENTRY', 'BATTLE_WIN') and reference_id = ${id}
        returning user_id, created_at
      )
      ${INSERT_ACTIVITY}`),
    ofBattle('battles', 'created_at', 'expires_at', 'started_at', 'ended_at', 'tie_committed_at'),
    ofBattle('battle_seats', 'taken_at', 'ended_at'),
    ofBattle('battle_rolls', 'committed_at', 'created_at'),
    ofBattle('battle_drops', 'created_at'),
  ]);
}

/** That it was made, with the commitments of its prizes. */
export async function moveNewRaffle(tx: Tx, id: Id<'raffle'>, at: Date): Promise<void> {
  await Promise.all([
    tx.query(sql`update raffles set created_at = ${at} where id = ${id}`),
    tx.query(sql`update commitment_runs set committed_at = ${at} where stream = ${raffleStream(id)}`),
  ]);
}

/** All that were made after the moment: those of just now, whoever made them. */
export async function movePurchases(tx: Tx, id: Id<'raffle'>, at: Date): Promise<void> {
  await tx.query(sql`
    with purchases as (
      update raffle_purchases set created_at = ${at} where raffle_id = ${id} and created_at > ${at}
      returning transfer_id, created_at
    ), moved as (
      update transfers set created_at = purchases.created_at from purchases where transfers.id = transfer_id
      returning transfers.user_id, transfers.created_at
    )
    ${INSERT_ACTIVITY}`);
}

/** Its time is over: nobody closes one of which a ticket is sold before. */
export async function updateToDue(tx: Tx, id: Id<'raffle'>, at: Date): Promise<void> {
  await tx.query(sql`update raffles set closes_at = ${at} where id = ${id}`);
}

/** Its close and its draw, and what was given to the winners. */
export async function moveDrawnRaffle(tx: Tx, id: Id<'raffle'>, at: Date): Promise<void> {
  await Promise.all([
    movePurchases(tx, id, at),
    tx.query(sql`update raffles set closed_at = ${at}, drawn_at = ${at} where id = ${id}`),
    tx.query(sql`
      update inventory_items set acquired_at = ${at} from raffle_prizes
      where raffle_id = ${id} and inventory_items.id = inventory_item_id`),
    tx.query(sql`
      update notifications set created_at = ${at} from raffle_prizes
      where raffle_id = ${id} and user_id = winner_id and metadata ->> 'raffleId' = ${id}`),
  ]);
}
