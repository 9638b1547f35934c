import type { Db, Tx } from '../../../platform/database/db.ts';
import { lookUp, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Battle, BattleCase, BattleItem, BattleRoll, BattleSeat, BattleVersion } from './battles.types.ts';

/** Every change of a battle takes this lock first, and accounts after it. False where there is no such battle. */
export async function lockBattle(tx: Tx, id: Id<'battle'>): Promise<boolean> {
  return (await tx.query(sql`select from battles where id = ${id} for no key update`)).length > 0;
}

/** Columns that every reader of a battle has, of the table under the name `battle`. */
export const HEAD: Sql = sql`
  battle.id, creator_id as "creatorId", mode, battle.status, is_teams as "isTeams", seat_count as "seatCount",
  entry_cents as "entryCents", invitation_code as "invitationCode", randomness, battle.created_at as "createdAt",
  expires_at as "expiresAt", started_at as "startedAt", ended_at as "endedAt", cancelled_at as "cancelledAt",
  cancel_reason as "cancelReason", winning_team as "winningTeam", pot_cents as "potCents"`;

export const CASES: Sql = sql`(
  select json_agg(json_build_object('round', round, 'caseId', played.case_id::text, 'caseName', cases.name,
      'imageUrl', cases.image_url, 'versionId', version_id::text, 'versionNumber', number,
      'priceCents', played.price_cents::text) order by round)
  from battle_rounds played ${lookUp('cases', 'played.case_id')} ${lookUp('case_versions', 'version_id')}
  where battle_id = battle.id)`;

const VERSIONS: Sql = sql`(
  select json_agg(json_build_object('versionId', version.id::text, 'caseId', version.case_id::text,
      'versionNumber', number, 'flipThreshold', flip_threshold, 'items', (
        select json_agg(json_build_object('itemId', items.id::text, 'name', items.name, 'imageUrl', items.image_url,
            'rarity', items.rarity, 'hashRangeStart', hash_range_start, 'hashRangeEnd', hash_range_end,
            'valueCents', coalesce(kept.value_cents, value_cents_brl)::text) order by hash_range_start)
        from case_version_items line ${lookUp('items', 'item_id')}
        left join battle_values kept on kept.battle_id = battle.id and kept.item_id = line.item_id
        where version_id = version.id)) order by version.id)
  from case_versions version
  where version.id in (select version_id from battle_rounds where battle_id = battle.id))`;

/** The sequence of rolls that a seat takes part in. */
export const SEAT_STREAM: Sql = sql`coalesce('user:' || user_id, 'battle:' || battle_id || ':bot:' || seat)`;

const SEATS: Sql = sql`(
  select json_agg(json_build_object('seat', seat, 'userId', user_id::text, 'username', username,
      'avatarUrl', avatar_url, 'botName', bot_name, 'clientSeed', seated.client_seed, 'firstNonce', first_nonce,
      'takenAt', taken_at, 'totalCents', total_cents::text, 'isWinner', is_winner, 'paidCents', paid_cents::text,
      'serverSeedHashes', array(
        select server_seed_hash from commitments where stream = ${SEAT_STREAM}
          and nonce >= first_nonce and nonce < first_nonce + round_count
        order by nonce)) order by seat)
  from battle_seats seated left join users on users.id = user_id where battle_id = battle.id)`;

const ROLLS: Sql = sql`(
  select coalesce(json_agg(json_build_object('seat', seat, 'round', round, 'nonce', nonce, 'serverSeed', server_seed,
      'serverSeedHash', server_seed_hash, 'clientSeed', client_seed, 'clientSeedSource', client_seed_source,
      'roll', roll, 'itemId', item_id::text, 'itemName', name, 'imageUrl', image_url, 'rarity', rarity,
      'valueCents', rolled.value_cents::text, 'isFlip', is_flip, 'wonBySeat', won_by_seat) order by round, seat), '[]')
  from battle_rolls rolled ${lookUp('items', 'rolled.item_id')} where battle_id = battle.id)`;

type Texts<Type, Keys extends keyof Type> = Omit<Type, Keys> & {
  [Key in Keys]: null extends Type[Key] ? string | null : string;
};

interface BattleRow
  extends Texts<
    Omit<Battle, 'beacon' | 'tieBreak' | 'cases' | 'versions' | 'seats' | 'rolls'>,
    'entryCents' | 'potCents'
  > {
  beaconRound: string | null;
  beaconRandomness: string | null;
  beaconSignature: string | null;
  tieServerSeedHash: string;
  tieServerSeed: string | null;
  tieContenders: number[] | null;
  tieClientSeed: string | null;
  tieRoll: number | null;
  cases: Texts<BattleCase, 'priceCents'>[];
  versions: (Omit<BattleVersion, 'items'> & { items: Texts<BattleItem, 'valueCents'>[] })[];
  seats: Texts<BattleSeat, 'takenAt' | 'totalCents' | 'paidCents'>[];
  rolls: Texts<BattleRoll, 'valueCents'>[];
}

/**
 * One statement, so that everything is of one moment: no roll is shown of a battle that is said to wait, and the prices
 * of all items are of the same instant. Null where there is no such battle.
 */
export async function findBattle(db: Db | Tx, id: Id<'battle'>): Promise<Battle | null> {
  const rows = await db.query<BattleRow>(sql`
    select ${HEAD}, beacon_round as "beaconRound", beacon_randomness as "beaconRandomness",
      beacon_signature as "beaconSignature", tie_server_seed as "tieServerSeed", tie_contenders as "tieContenders",
      tie_client_seed as "tieClientSeed", tie_roll as "tieRoll",
      (select server_seed_hash from commitments where stream = 'battle:' || battle.id and nonce = 1)
        as "tieServerSeedHash",
      ${CASES} as cases, ${VERSIONS} as versions, ${SEATS} as seats, ${ROLLS} as rolls
    from battles battle where battle.id = ${id}`);
  return rows[0] === undefined ? null : battleOf(rows[0]);
}

const centsOf = (text: string | null) => (text === null ? null : BigInt(text));

export const caseOf = (played: Texts<BattleCase, 'priceCents'>): BattleCase => ({
  ...played,
  priceCents: BigInt(played.priceCents),
});

function battleOf(row: BattleRow): Battle {
  const { beaconRound, beaconRandomness, beaconSignature, tieServerSeedHash, tieServerSeed, ...rest } = row;
  const { tieContenders, tieClientSeed, tieRoll, ...head } = rest;
  return {
    ...head,
    entryCents: BigInt(row.entryCents),
    potCents: centsOf(row.potCents),
    beacon:
      beaconRound === null
        ? null
        : { round: Number(beaconRound), randomness: beaconRandomness, signature: beaconSignature },
    tieBreak: {
      serverSeedHash: tieServerSeedHash,
      serverSeed: tieServerSeed,
      contenders: tieContenders,
      clientSeed: tieClientSeed,
      roll: tieRoll,
    },
    cases: row.cases.map(caseOf),
    versions: row.versions.map((version) => ({
      ...version,
      items: version.items.map((item) => ({ ...item, valueCents: BigInt(item.valueCents) })),
    })),
    seats: row.seats.map((seat) => ({
      ...seat,
      takenAt: new Date(seat.takenAt),
      totalCents: centsOf(seat.totalCents),
      paidCents: centsOf(seat.paidCents),
    })),
    rolls: row.rolls.map((roll) => ({ ...roll, valueCents: BigInt(roll.valueCents) })),
  };
}
