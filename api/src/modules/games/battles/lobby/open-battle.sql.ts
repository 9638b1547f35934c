import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Battle, BattleSeat } from '../battles.types.ts';
import type { NewBattle, TakenSeat } from './lobby.types.ts';

/** The battle and its rounds, in one statement. */
export async function insertBattle(tx: Tx, battle: NewBattle): Promise<Id<'battle'>> {
  const { rounds } = battle;
  const rows = await tx.query<{ id: Id<'battle'> }>(sql`
    with opened as (
      insert into battles (creator_id, mode, is_teams, seat_count, round_count, entry_cents, invitation_code, randomness,
        expires_at)
      values (${battle.creatorId}, ${battle.mode}, ${battle.isTeams}, ${battle.seatCount}, ${rounds.length},
        ${battle.entryCents}, ${battle.invitationCode}, ${battle.randomness}, ${battle.expiresAt})
      returning id
    ), written as (
      insert into battle_rounds (battle_id, round, case_id, version_id, price_cents)
      select opened.id, round, case_id, version_id, price_cents
      from opened, unnest(
        ${rounds.map(({ caseId }) => caseId)}::bigint[], ${rounds.map(({ versionId }) => versionId)}::bigint[],
        ${rounds.map(({ priceCents }) => priceCents)}::bigint[]
      ) with ordinality as given (case_id, version_id, price_cents, round)
    )
    select id from opened`);
  return rows[0]?.id as Id<'battle'>;
}

type WrittenSeat = Pick<BattleSeat, 'seat' | 'username' | 'avatarUrl' | 'takenAt'>;

/** Writes seats, and gives what is known of each then, in their order. The battle is locked, or nobody knows of it yet. */
export function insertSeats(tx: Tx, battleId: Id<'battle'>, seats: readonly TakenSeat[]): Promise<WrittenSeat[]> {
  return tx.query<WrittenSeat>(sql`
    with taken as (
      insert into battle_seats (battle_id, seat, user_id, bot_name, client_seed, first_nonce, transfer_id)
      select ${battleId}::bigint, seat, user_id, bot_name, client_seed, first_nonce, transfer_id
      from unnest(
        ${seats.map(({ seat }) => seat)}::smallint[], ${seats.map(({ userId }) => userId)}::bigint[],
        ${seats.map(({ botName }) => botName)}::text[], ${seats.map(({ clientSeed }) => clientSeed)}::text[],
        ${seats.map(({ firstNonce }) => firstNonce)}::bigint[], ${seats.map(({ transferId }) => transferId)}::bigint[]
      ) as given (seat, user_id, bot_name, client_seed, first_nonce, transfer_id)
      returning seat, user_id, taken_at)
    select seat, username, avatar_url as "avatarUrl", taken_at as "takenAt"
    from taken left join users on users.id = user_id order by seat`);
}

interface FilledSeats {
  seats: number;
  /** The round of the beacon that decides, where these seats are the last and a beacon does. */
  beacon: { round: number; at: Date } | null;
}

type Counted = Pick<Battle, 'status' | 'startedAt'>;

/** Counts seats that were taken; the last of them starts the battle. The battle is locked. */
export async function countSeats(tx: Tx, battleId: Id<'battle'>, { seats, beacon }: FilledSeats): Promise<Counted> {
  const rows = await tx.query<Counted>(sql`
    update battles set seats_taken = seats_taken + ${seats},
      status = case when seats_taken + ${seats} = seat_count then 'IN_PROGRESS' else status end,
      started_at = case when seats_taken + ${seats} = seat_count then statement_timestamp() end,
      beacon_round = ${beacon?.round ?? null}::bigint, beacon_at = ${beacon?.at ?? null}::timestamptz
    where id = ${battleId} returning status, started_at as "startedAt"`);
  return rows[0] as Counted;
}

/** Of those that a user has created. */
export async function countWaiting(tx: Tx, creatorId: Id<'user'>): Promise<number> {
  const rows = await tx.query<{ waiting: number }>(sql`
    select count(*)::int as waiting from battles where creator_id = ${creatorId} and status = 'WAITING'`);
  return rows[0]?.waiting ?? 0;
}
