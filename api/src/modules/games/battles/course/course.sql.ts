import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { EndedBattle, Ending, ShownDrop } from './course.types.ts';

/**
 * Every roll of battles, in one statement. The time is that of the statement: the transaction may have begun before a
 * commitment that it had to wait for. Nor is it before the commitment where the database's clock was set back.
 */
export async function insertRolls(tx: Tx, battles: readonly EndedBattle[]): Promise<void> {
  const drops = battles.flatMap((battle) => battle.drops);
  const battleIds = battles.flatMap(({ battle, drops: own }) => own.map(() => battle.id));
  await tx.query(sql`
    insert into battle_rolls (battle_id, seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce,
      server_seed, server_seed_hash, client_seed, client_seed_source, roll, is_flip, committed_at, created_at)
    select battle_id, seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce, server_seed,
      server_seed_hash, client_seed, client_seed_source, roll, is_flip, coalesce(committed_at, now()),
      greatest(statement_timestamp(), committed_at)
    from unnest(
      ${battleIds}::bigint[],
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
    ) as given (battle_id, seat, round, item_id, value_cents, won_by_seat, inventory_item_id, nonce, server_seed,
      server_seed_hash, client_seed, client_seed_source, roll, is_flip, committed_at)`);
}

interface WrittenDrop {
  battleId: Id<'battle'>;
  id: string;
}

/** What is shown of public battles. Gives the ids, in the order given. */
export async function insertShownDrops(tx: Tx, drops: readonly ShownDrop[]): Promise<WrittenDrop[]> {
  if (drops.length === 0) return [];
  return tx.query<WrittenDrop>(sql`
    insert into battle_drops (battle_id, seat, user_id, case_id, version_id, item_id, item_value_cents, chance_width)
    select battle_id, seat, user_id, case_id, version_id, item_id, value_cents, chance_width
    from unnest(
      ${drops.map(({ battleId }) => battleId)}::bigint[],
      ${drops.map(({ seat }) => seat)}::smallint[], ${drops.map(({ userId }) => userId)}::bigint[],
      ${drops.map(({ caseId }) => caseId)}::bigint[], ${drops.map(({ versionId }) => versionId)}::bigint[],
      ${drops.map(({ itemId }) => itemId)}::bigint[], ${drops.map(({ valueCents }) => valueCents)}::bigint[],
      ${drops.map(({ chanceWidth }) => chanceWidth)}::integer[]
    ) with ordinality as given (battle_id, seat, user_id, case_id, version_id, item_id, value_cents, chance_width, place)
    order by place returning battle_id as "battleId", id`);
}

/** Battles and their seats, in one statement, so that their end is of one moment: that is given, by battle. */
export async function endBattles(tx: Tx, endings: readonly Ending[]): Promise<Map<Id<'battle'>, Date>> {
  const ids = endings.map(({ battle }) => battle.id);
  const [ties, tieSeeds] = [endings.map(({ outcome }) => outcome.tie), endings.map(({ tieSeed }) => tieSeed)];
  const seats = endings.flatMap(({ battle, outcome }) =>
    outcome.seats.map((seat) => ({ ...seat, battleId: battle.id })),
  );
  const rows = await tx.query<{ battleId: Id<'battle'>; endedAt: Date }>(sql`
    with ended as (
      update battles set status = 'COMPLETED', ended_at = greatest(statement_timestamp(), given.tie_committed_at),
        winning_team = given.winning_team, pot_cents = given.pot_cents, tie_server_seed = given.tie_server_seed,
        tie_server_seed_hash = given.tie_server_seed_hash, tie_committed_at = coalesce(given.tie_committed_at, now()),
        tie_contenders = given.tie_contenders::smallint[], tie_roll = given.tie_roll,
        tie_client_seed = given.tie_client_seed, tie_client_seed_source = given.tie_client_seed_source,
        beacon_randomness = given.beacon_randomness, beacon_signature = given.beacon_signature,
        beacon_chain = given.beacon_chain::jsonb
      from unnest(
        ${ids}::bigint[], ${endings.map(({ outcome }) => outcome.winningTeam)}::smallint[],
        ${endings.map(({ outcome }) => outcome.potCents)}::bigint[],
        ${tieSeeds.map(({ serverSeed }) => serverSeed)}::text[],
        ${tieSeeds.map(({ serverSeedHash }) => serverSeedHash)}::text[],
        ${tieSeeds.map(({ committedAt }) => committedAt)}::timestamptz[],
        ${ties.map((tie) => tie && `{${tie.contenders.join(',')}}`)}::text[],
        ${ties.map((tie) => tie?.roll ?? null)}::smallint[], ${ties.map((tie) => tie?.clientSeed ?? null)}::text[],
        ${ties.map((tie) => tie?.clientSeedSource ?? null)}::text[],
        ${endings.map(({ beacon }) => beacon?.randomness ?? null)}::text[],
        ${endings.map(({ beacon }) => beacon?.signature ?? null)}::text[],
        ${endings.map(({ beacon }) => beacon && JSON.stringify(beacon.chain))}::text[]
      ) as given (id, winning_team, pot_cents, tie_server_seed, tie_server_seed_hash, tie_committed_at, tie_contenders,
        tie_roll, tie_client_seed, tie_client_seed_source, beacon_randomness, beacon_signature, beacon_chain)
      where battles.id = any(${ids}::bigint[]) and battles.id = given.id
      returning battles.id, ended_at)
    update battle_seats set total_cents = given.total_cents, is_winner = given.is_winner, paid_cents = given.paid_cents,
      won_cents = given.won_cents, ended_at = ended.ended_at
    from ended join unnest(
      ${seats.map(({ battleId }) => battleId)}::bigint[], ${seats.map(({ seat }) => seat)}::smallint[],
      ${seats.map(({ totalCents }) => totalCents)}::bigint[], ${seats.map(({ isWinner }) => isWinner)}::boolean[],
      ${seats.map(({ paidCents }) => paidCents)}::bigint[], ${seats.map(({ wonCents }) => wonCents)}::bigint[]
    ) as given (battle_id, seat, total_cents, is_winner, paid_cents, won_cents) on given.battle_id = ended.id
    where battle_seats.battle_id = any(${ids}::bigint[])
      and (battle_seats.battle_id, battle_seats.seat) = (given.battle_id, given.seat)
    returning battle_seats.battle_id as "battleId", battle_seats.ended_at as "endedAt"`);
  return new Map(rows.map(({ battleId, endedAt }) => [battleId, endedAt]));
}

/** Battles whose round of the beacon should be out for a while, the longest first. */
export async function listOverdueCourses(db: Db, before: Date): Promise<Id<'battle'>[]> {
  const rows = await db.query<{ id: Id<'battle'> }>(sql`
    select id from battles where status = 'IN_PROGRESS' and beacon_at < ${before} order by beacon_at limit 100`);
  return rows.map(({ id }) => id);
}
