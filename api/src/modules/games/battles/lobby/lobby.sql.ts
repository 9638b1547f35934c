import type { Db, Tx } from '../../../../platform/database/db.ts';
import { lookUp, lookUpIfAny, sql, upToMilliseconds } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Battle, BattleSeat } from '../shown-battle.records.ts';
import type { NewBattle, TakenSeat } from './lobby.records.ts';

/** Battles of these rules are bound to the hashes of their bots and to the values of their items. */
const RULES = 2;

/** The payment for the first seat names the battle, so its id is taken first. */
export async function takeBattleId(tx: Tx): Promise<Id<'battle'>> {
  const rows = await tx.query<{ id: Id<'battle'> }>(sql`select nextval('battles_id_seq') as id`);
  return rows[0]?.id as Id<'battle'>;
}

export async function insertBattle(tx: Tx, battle: NewBattle): Promise<void> {
  const { id, rounds } = battle;
  await tx.query(sql`
    with opened as (
      insert into battles (id, creator_id, mode, is_teams, seat_count, round_count, entry_cents, invitation_code, randomness,
        beacon_delay_seconds, expires_at, rules)
      overriding system value
      values (${id}, ${battle.creatorId}, ${battle.mode}, ${battle.isTeams}, ${battle.seatCount}, ${rounds.length},
        ${battle.entryCents}, ${battle.invitationCode}, ${battle.randomness},
        ${battle.beaconDelaySeconds}, ${battle.expiresAt}, ${RULES})
    )
    insert into battle_rounds (battle_id, round, case_id, version_id, price_cents)
    select ${id}::bigint, round, case_id, version_id, price_cents
    from unnest(
      ${rounds.map(({ caseId }) => caseId)}::bigint[], ${rounds.map(({ versionId }) => versionId)}::bigint[],
      ${rounds.map(({ priceCents }) => priceCents)}::bigint[]
    ) with ordinality as given (case_id, version_id, price_cents, round)`);
}

/** Keeps the present values of all items: they decide the battle, whatever becomes of the prices. */
export async function insertVersionValues(tx: Tx, { id, rounds }: NewBattle): Promise<void> {
  const versionIds = [...new Set(rounds.map(({ versionId }) => versionId))];
  await tx.query(sql`
    insert into battle_version_values (battle_id, version_id, item_values)
    select ${id}::bigint, line.version_id, jsonb_object_agg(item_id, value_cents_brl::text)
    from case_version_items line ${lookUp('items', 'item_id')}
    where line.version_id = any(${versionIds}::bigint[])
    group by line.version_id`);
}

type WrittenSeat = Pick<BattleSeat, 'seat' | 'username' | 'avatarUrl' | 'takenAt'>;

/** The battle is locked or not yet visible to others. */
export function insertSeats(tx: Tx, battleId: Id<'battle'>, seats: readonly TakenSeat[]): Promise<WrittenSeat[]> {
  return tx.query<WrittenSeat>(sql`
    with taken as (
      insert into battle_seats (battle_id, seat, user_id, bot_name, client_seed, is_account_seed, first_nonce, transfer_id)
      select ${battleId}::bigint, seat, user_id, bot_name, client_seed, is_account_seed, first_nonce, transfer_id
      from unnest(
        ${seats.map(({ seat }) => seat)}::smallint[], ${seats.map(({ userId }) => userId)}::bigint[],
        ${seats.map(({ botName }) => botName)}::text[], ${seats.map(({ clientSeed }) => clientSeed)}::text[],
        ${seats.map(({ isAccountSeed }) => isAccountSeed)}::boolean[], ${seats.map(({ firstNonce }) => firstNonce)}::bigint[],
        ${seats.map(({ transferId }) => transferId)}::bigint[]
      ) as given (seat, user_id, bot_name, client_seed, is_account_seed, first_nonce, transfer_id)
      returning seat, user_id, taken_at)
    select seat, username, avatar_url, taken_at
    from taken ${lookUpIfAny('users', 'user_id')} order by seat`);
}

interface FilledSeats {
  seats: number;
  /** It is given with the last seats of a battle that a beacon decides. */
  draw: PublicDraw | null;
}

/** The round follows from the moment at which everything else was fixed. */
export interface PublicDraw {
  fixedAt: Date;
  round: number;
  /** The round is published then. */
  at: Date;
}

type Counted = Pick<Battle, 'status' | 'startedAt'>;

/** The last seat starts the battle, which the caller has locked. */
export async function countSeats(tx: Tx, battleId: Id<'battle'>, { seats, draw }: FilledSeats): Promise<Counted> {
  const rows = await tx.query<Counted>(sql`
    update battles set seats_taken = seats_taken + ${seats},
      status = case when seats_taken + ${seats} = seat_count then 'IN_PROGRESS' else status end,
      started_at = case when seats_taken + ${seats} = seat_count
        then coalesce(${draw?.fixedAt ?? null}::timestamptz, statement_timestamp()) end,
      beacon_round = ${draw?.round ?? null}::bigint, beacon_at = ${draw?.at ?? null}::timestamptz
    where id = ${battleId} returning status, started_at`);
  return rows[0] as Counted;
}

export async function countWaiting(tx: Tx, creatorId: Id<'user'>): Promise<number> {
  const rows = await tx.query<{ waiting: number }>(sql`
    select count(*)::int as waiting from battles where creator_id = ${creatorId} and status = 'WAITING'`);
  return rows[0]?.waiting ?? 0;
}

/**
 * Readers compute the round from this moment, so it has whole milliseconds. It is rounded up, so it is not before the
 * last seat, which the same clock has dated.
 */
export async function readFixedAt(tx: Tx): Promise<Date> {
  const rows = await tx.query<{ now: Date }>(sql`select ${upToMilliseconds(sql`clock_timestamp()`)} as now`);
  return rows[0]?.now as Date;
}

/** Finds how often a seat rolls; null where a beacon decides, because no client seed takes part in its rolls. */
export async function findRounds(db: Db, battleId: Id<'battle'>): Promise<number | null> {
  const rows = await db.query<{ rounds: number }>(
    sql`select round_count as rounds from battles where id = ${battleId} and randomness = 'server'`,
  );
  return rows[0]?.rounds ?? null;
}
