import type { Tx } from '../../../../platform/database/db.ts';
import { lookUp, lookUpIfAny, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Battle, BattleSeat } from '../battles.types.ts';
import type { NewBattle, TakenSeat } from './lobby.types.ts';

/** What a battle is created by: bound to the hashes of its bots and to the values of its items. */
const RULES = 2;

/** Ids for battles that are about to be created, ascending: what is paid for a seat names its battle. */
export async function takeBattleIds(tx: Tx, count: number): Promise<Id<'battle'>[]> {
  const rows = await tx.query<{ id: Id<'battle'> }>(
    sql`select nextval('battles_id_seq') as id from generate_series(1, ${count}::int)`,
  );
  return rows.map(({ id }) => id);
}

/** Battles and their rounds, bound at their creation, in one statement. */
export async function insertBattles(tx: Tx, battles: readonly NewBattle[]): Promise<void> {
  const rounds = battles.flatMap(({ id, rounds: own }) =>
    own.map((round, index) => ({ ...round, battleId: id, round: index + 1 })),
  );
  await tx.query(sql`
    with opened as (
      insert into battles (id, creator_id, mode, is_teams, seat_count, round_count, entry_cents, invitation_code, randomness,
        expires_at, rules)
      overriding system value
      select id, creator_id, mode, is_teams, seat_count, round_count, entry_cents, invitation_code, randomness,
        expires_at, ${RULES}
      from unnest(
        ${battles.map(({ id }) => id)}::bigint[], ${battles.map(({ creatorId }) => creatorId)}::bigint[],
        ${battles.map(({ mode }) => mode)}::text[], ${battles.map(({ isTeams }) => isTeams)}::boolean[],
        ${battles.map(({ seatCount }) => seatCount)}::smallint[],
        ${battles.map((battle) => battle.rounds.length)}::smallint[],
        ${battles.map(({ entryCents }) => entryCents)}::bigint[],
        ${battles.map(({ invitationCode }) => invitationCode)}::text[],
        ${battles.map(({ randomness }) => randomness)}::text[],
        ${battles.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]
      ) as given (id, creator_id, mode, is_teams, seat_count, round_count, entry_cents, invitation_code, randomness,
        expires_at)
    )
    insert into battle_rounds (battle_id, round, case_id, version_id, price_cents)
    select * from unnest(
      ${rounds.map(({ battleId }) => battleId)}::bigint[], ${rounds.map(({ round }) => round)}::smallint[],
      ${rounds.map(({ caseId }) => caseId)}::bigint[], ${rounds.map(({ versionId }) => versionId)}::bigint[],
      ${rounds.map(({ priceCents }) => priceCents)}::bigint[])`);
}

/**
 * Keeps what the items of the rounds are worth now, which decides whatever becomes of their prices. A row for each battle and
 * version, in one statement, and each version is valued once.
 */
export async function insertVersionValues(tx: Tx, battles: readonly NewBattle[]): Promise<void> {
  const played = battles.flatMap(({ id, rounds }) =>
    [...new Set(rounds.map(({ versionId }) => versionId))].map((versionId) => ({ battleId: id, versionId })),
  );
  await tx.query(sql`
    with played as materialized (
      select * from unnest(
        ${played.map(({ battleId }) => battleId)}::bigint[], ${played.map(({ versionId }) => versionId)}::bigint[]
      ) as given (battle_id, version_id)
    ), valued as materialized (
      select line.version_id, jsonb_object_agg(item_id, value_cents_brl::text) as item_values
      from (select distinct version_id from played) each_once
      join case_version_items line using (version_id) ${lookUp('items', 'item_id')}
      group by line.version_id)
    insert into battle_version_values (battle_id, version_id, item_values)
    select battle_id, version_id, item_values from played join valued using (version_id)`);
}

interface WrittenSeat extends Pick<BattleSeat, 'seat' | 'username' | 'avatarUrl' | 'takenAt'> {
  battleId: Id<'battle'>;
}

/** Writes seats, and gives what is known of each then, in any order. Their battles are locked, or nobody knows of them yet. */
export function insertSeats(tx: Tx, seats: readonly TakenSeat[]): Promise<WrittenSeat[]> {
  return tx.query<WrittenSeat>(sql`
    with taken as (
      insert into battle_seats (battle_id, seat, user_id, bot_name, client_seed, is_account_seed, first_nonce, transfer_id)
      select * from unnest(
        ${seats.map(({ battleId }) => battleId)}::bigint[], ${seats.map(({ seat }) => seat)}::smallint[],
        ${seats.map(({ userId }) => userId)}::bigint[], ${seats.map(({ botName }) => botName)}::text[],
        ${seats.map(({ clientSeed }) => clientSeed)}::text[],
        ${seats.map(({ isAccountSeed }) => isAccountSeed)}::boolean[], ${seats.map(({ firstNonce }) => firstNonce)}::bigint[],
        ${seats.map(({ transferId }) => transferId)}::bigint[])
      returning battle_id, seat, user_id, taken_at)
    select battle_id as "battleId", seat, username, avatar_url as "avatarUrl", taken_at as "takenAt"
    from taken ${lookUpIfAny('users', 'user_id')}`);
}

/** Seats that were taken in a battle. */
interface FilledSeats {
  battleId: Id<'battle'>;
  seats: number;
  /** The round of the beacon that decides, where these seats are the last and a beacon does. */
  beacon: { round: number; at: Date } | null;
}

type Counted = Pick<Battle, 'status' | 'startedAt'>;

/** Counts seats that were taken; the last of them starts a battle. By battle how it is then; all are locked. */
export async function countSeats(tx: Tx, filled: readonly FilledSeats[]): Promise<Map<Id<'battle'>, Counted>> {
  const ids = filled.map(({ battleId }) => battleId);
  const rows = await tx.query<Counted & { id: Id<'battle'> }>(sql`
    update battles set seats_taken = seats_taken + seats,
      status = case when seats_taken + seats = seat_count then 'IN_PROGRESS' else status end,
      started_at = case when seats_taken + seats = seat_count then statement_timestamp() end,
      beacon_round = given.beacon_round, beacon_at = given.beacon_at
    from unnest(
      ${ids}::bigint[], ${filled.map(({ seats }) => seats)}::smallint[],
      ${filled.map(({ beacon }) => beacon?.round ?? null)}::bigint[],
      ${filled.map(({ beacon }) => beacon?.at.toISOString() ?? null)}::timestamptz[]
    ) as given (battle_id, seats, beacon_round, beacon_at)
    where id = any(${ids}::bigint[]) and id = given.battle_id
    returning id, status, started_at as "startedAt"`);
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}

/** How many of the battles that users have created wait; of who has none nothing. */
export async function countWaiting(tx: Tx, creatorIds: readonly Id<'user'>[]): Promise<Map<Id<'user'>, number>> {
  const rows = await tx.query<{ creatorId: Id<'user'>; waiting: number }>(sql`
    select creator_id as "creatorId", count(*)::int as waiting from battles
    where creator_id = any(${creatorIds}::bigint[]) and status = 'WAITING' group by creator_id`);
  return new Map(rows.map(({ creatorId, waiting }) => [creatorId, waiting]));
}
