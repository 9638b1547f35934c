import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Ending, ShownDrop, WonDrop } from './rounds.rules.ts';

/**
 * The time is that of the statement, because the transaction may have begun before a commitment that it waited for. A
 * database clock that was set back does not put it before the commitment.
 */
export async function insertRolls(tx: Tx, battleId: Id<'battle'>, drops: readonly WonDrop[]): Promise<void> {
  await tx.query(sql`
    insert into battle_rolls (battle_id, seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce,
      server_seed, server_seed_hash, client_seed, client_seed_source, roll, is_flip, committed_at, created_at)
    select ${battleId}::bigint, seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce, server_seed,
      server_seed_hash, client_seed, client_seed_source, roll, is_flip, coalesce(committed_at, now()),
      greatest(statement_timestamp(), committed_at)
    from unnest(
      ${drops.map(({ seat }) => seat)}::smallint[], ${drops.map(({ round }) => round)}::smallint[],
      ${drops.map(({ itemId }) => itemId)}::bigint[], ${drops.map(({ valueCents }) => valueCents)}::bigint[],
      ${drops.map(({ wonBySeat }) => wonBySeat)}::smallint[],
      ${drops.map(({ inventoryItemId }) => inventoryItemId)}::bigint[],
      ${drops.map(({ nonce }) => nonce)}::bigint[], ${drops.map(({ serverSeed }) => serverSeed)}::text[],
      ${drops.map(({ serverSeedHash }) => serverSeedHash)}::text[],
      ${drops.map(({ clientSeed }) => clientSeed)}::text[],
      ${drops.map(({ clientSeedSource }) => clientSeedSource)}::text[],
      ${drops.map(({ roll }) => roll)}::integer[], ${drops.map(({ isFlip }) => isFlip)}::boolean[],
      ${drops.map(({ committedAt }) => committedAt)}::timestamptz[]
    ) as given (seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce, server_seed, server_seed_hash,
      client_seed, client_seed_source, roll, is_flip, committed_at)`);
}

/** The ids have the order of the drops. */
export async function insertShownDrops(tx: Tx, drops: readonly ShownDrop[]): Promise<string[]> {
  if (drops.length === 0) return [];
  const rows = await tx.query<{ id: string }>(sql`
    insert into battle_drops (battle_id, seat, user_id, case_id, version_id, item_id, item_value_cents, chance_width)
    select battle_id, seat, user_id, case_id, version_id, item_id, value_cents, chance_width
    from unnest(
      ${drops.map(({ battleId }) => battleId)}::bigint[],
      ${drops.map(({ seat }) => seat)}::smallint[], ${drops.map(({ userId }) => userId)}::bigint[],
      ${drops.map(({ caseId }) => caseId)}::bigint[], ${drops.map(({ versionId }) => versionId)}::bigint[],
      ${drops.map(({ itemId }) => itemId)}::bigint[], ${drops.map(({ valueCents }) => valueCents)}::bigint[],
      ${drops.map(({ chanceWidth }) => chanceWidth)}::integer[]
    ) with ordinality as given (battle_id, seat, user_id, case_id, version_id, item_id, value_cents, chance_width, place)
    order by place returning id`);
  return rows.map(({ id }) => id);
}

/** One statement ends the battle and its seats, so that they share one moment, which is returned. */
export async function endBattle(tx: Tx, { battle: { id }, outcome, tieSeed, beacon }: Ending): Promise<Date> {
  const { potCents, winningTeam, tie, seats } = outcome;
  const rows = await tx.query<{ endedAt: Date }>(sql`
    with ended as (
      update battles set status = 'COMPLETED',
        ended_at = greatest(statement_timestamp(), ${tieSeed.committedAt}::timestamptz, started_at),
        winning_team = ${winningTeam}::smallint, pot_cents = ${potCents}, tie_server_seed = ${tieSeed.serverSeed},
        tie_server_seed_hash = ${tieSeed.serverSeedHash},
        tie_committed_at = coalesce(${tieSeed.committedAt}::timestamptz, now()),
        tie_contenders = ${tie?.contenders ?? null}::smallint[], tie_roll = ${tie?.roll ?? null}::smallint,
        tie_client_seed = ${tie?.clientSeed ?? null}::text,
        tie_client_seed_source = ${tie?.clientSeedSource ?? null}::text,
        beacon_randomness = ${beacon?.randomness ?? null}::text, beacon_signature = ${beacon?.signature ?? null}::text,
        beacon_chain = ${beacon && JSON.stringify(beacon.chain)}::jsonb
      where id = ${id} returning id, ended_at)
    update battle_seats set total_cents = given.total_cents, is_winner = given.is_winner, paid_cents = given.paid_cents,
      won_cents = given.won_cents, ended_at = ended.ended_at
    from ended, unnest(
      ${seats.map(({ seat }) => seat)}::smallint[], ${seats.map(({ totalCents }) => totalCents)}::bigint[],
      ${seats.map(({ isWinner }) => isWinner)}::boolean[], ${seats.map(({ paidCents }) => paidCents)}::bigint[],
      ${seats.map(({ wonCents }) => wonCents)}::bigint[]
    ) as given (seat, total_cents, is_winner, paid_cents, won_cents)
    where battle_id = ended.id and battle_seats.seat = given.seat
    returning battle_seats.ended_at`);
  return (rows[0] as { endedAt: Date }).endedAt;
}

export async function listOverdueBattles(db: Db, before: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'IN_PROGRESS' and beacon_at < ${before} order by beacon_at limit 100`);
  return rows.map(({ id }) => id);
}

/** The battle is locked and undecided. */
export async function markCancelled(tx: Tx, id: Id<'battle'>, reason: string): Promise<void> {
  await tx.query(sql`
    update battles set status = 'CANCELLED', cancelled_at = statement_timestamp(), cancel_reason = ${reason}
    where id = ${id}`);
}

export async function listExpired(db: Db, now: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'WAITING' and expires_at <= ${now} order by expires_at limit 100`);
  return rows.map(({ id }) => id);
}

export async function listSilentBattles(db: Db, since: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'IN_PROGRESS' and beacon_at <= ${since} order by beacon_at limit 100`);
  return rows.map(({ id }) => id);
}
