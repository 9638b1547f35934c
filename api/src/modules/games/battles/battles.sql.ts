import type { Db, Tx } from '../../../platform/database/db.ts';
import { lookUp, lookUpIfAny, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { splitSeeds } from '../../../platform/secrets/split-seeds.ts';
import type { NamedRound } from '../beacon/index.ts';
import type { Battle, BattleItem, BattleRoll, BattleSeat, BattleVersion, BotSeat } from './shown-battle.records.ts';
import type { BattleCase } from './summaries.records.ts';

/** Every change of a battle takes this lock first, and locks accounts afterwards. */
export async function lockBattle(tx: Tx, id: Id<'battle'>): Promise<void> {
  await tx.query(sql`select from battles where id = ${id} for no key update`);
}

export const HEAD: Sql = sql`
  battle.id, creator_id, mode, battle.status, is_teams, seat_count,
  entry_cents, invitation_code, randomness,
  beacon_delay_seconds, battle.created_at,
  expires_at, started_at, ended_at, cancelled_at,
  cancel_reason, winning_team, pot_cents`;

/**
 * Each case is read once, with its rounds: of up to fifty rounds most are alike, and an object for each took a third of
 * the time.
 */
export const casesWith = (more: Sql): Sql => sql`(
  select json_agg(json_build_object('rounds', rounds, 'caseId', played.case_id::text, 'caseName', cases.name,
      'imageUrl', cases.image_url, 'versionId', version_id::text, 'versionNumber', number,
      'priceCents', played.price_cents::text ${more}) order by version_id)
  from (
    select case_id, version_id, price_cents, array_agg(round) as rounds from battle_rounds where battle_id = battle.id
    group by case_id, version_id, price_cents) played
  ${lookUp('cases', 'played.case_id')} ${lookUp('case_versions', 'version_id')})`;

const ITEMS: Sql = sql`(
  select json_agg(json_build_object('itemId', items.id::text, 'name', items.name, 'imageUrl', items.image_url,
      'rarity', items.rarity, 'hashRangeStart', hash_range_start, 'hashRangeEnd', hash_range_end,
      'nowCents', value_cents_brl::text) order by hash_range_start)
  from case_version_items line ${lookUp('items', 'item_id')}
  where line.version_id = played.version_id)`;

/** The statement finds what the items were worth when the battle was created. */
const VALUES: Sql = sql`, 'values', (
  select item_values from battle_version_values kept
  where kept.battle_id = battle.id and kept.version_id = played.version_id)`;

const CONTENTS: Sql = sql`, 'flipThreshold', flip_threshold, 'items', ${ITEMS} ${VALUES}`;

export const SEAT_STREAM: Sql = sql`coalesce('user:' || user_id, 'battle:' || battle_id || ':bot:' || seat)`;

const SEATS: Sql = sql`(
  select json_agg(json_build_object('seat', seat, 'userId', user_id::text, 'username', username,
      'avatarUrl', avatar_url, 'botName', bot_name, 'clientSeed', seated.client_seed,
      'isAccountSeed', is_account_seed, 'firstNonce', first_nonce, 'takenAt', taken_at, 'totalCents', total_cents::text, 'isWinner', is_winner, 'paidCents', paid_cents::text,
      'hashes', committed_hashes(${SEAT_STREAM}, first_nonce, round_count)) order by seat)
  from battle_seats seated ${lookUpIfAny('users', 'user_id')} where battle_id = battle.id)`;

/** The join is lateral, as in `lookUp`: a plain join read all runs with as many rounds, of all battles ever. */
const BOT_SEATS: Sql = sql`
  case when rules >= 2 then (
    select json_agg(json_build_object('seat', seat, 'hashes', encode(server_seed_hashes, 'hex'), 'committedAt', committed_at)
      order by seat)
    from generate_series(2, seat_count) seat
    cross join lateral (
      select server_seed_hashes, committed_at from commitment_runs
      where stream = 'battle:' || battle.id || ':bot:' || seat and last_nonce = round_count limit 1) run) end`;

const ROLLS: Sql = sql`(
  select coalesce(json_agg(json_build_object('seat', seat, 'round', round, 'nonce', nonce, 'serverSeed', server_seed,
      'serverSeedHash', server_seed_hash, 'clientSeed', client_seed, 'clientSeedSource', client_seed_source,
      'roll', roll, 'itemId', item_id::text, 'valueCents', value_cents::text, 'isFlip', is_flip,
      'wonBySeat', won_by_seat) order by round, seat), '[]')
  from battle_rolls where battle_id = battle.id)`;

const WHOLE: Sql = sql`
  ${HEAD}, beacon_round, beacon_at, beacon_randomness,
  beacon_chain,
  beacon_signature, tie_server_seed, tie_contenders,
  tie_client_seed, tie_roll,
  (select json_build_object('hash', encode(server_seed_hashes, 'hex'), 'committedAt', committed_at)
    from commitment_runs where stream = 'battle:' || battle.id and last_nonce = 1) as tie_commitment,
  ${SEATS} as seats, ${BOT_SEATS} as bot_seats`;

type Texts<Type, Keys extends keyof Type> = Omit<Type, Keys> & {
  [Key in Keys]: null extends Type[Key] ? string | null : string;
};

export interface CaseRow extends Omit<Texts<BattleCase, 'priceCents'>, 'round'> {
  rounds: number[];
}

interface VersionRow {
  flipThreshold: number | null;
  items: Texts<Omit<BattleItem, 'valueCents'>, 'nowCents'>[];
}

interface ValuesRow {
  /** Values are by item, and null where they were not kept. */
  values: Readonly<Record<string, string>> | null;
}

type ContentsRow = CaseRow & VersionRow & ValuesRow;

interface CommitmentRow {
  hash: string;
  committedAt: string;
}

interface BotSeatRow {
  seat: number;
  hashes: string;
  committedAt: string;
}

type RollRow = Texts<Omit<BattleRoll, 'itemName' | 'imageUrl' | 'rarity'>, 'valueCents'>;

interface SeatRow extends Texts<Omit<BattleSeat, 'serverSeedHashes'>, 'takenAt' | 'totalCents' | 'paidCents'> {
  /** The hashes stand one after another, by round. */
  hashes: string | null;
}

interface BattleRow
  extends Texts<
    Omit<Battle, 'beacon' | 'tieBreak' | 'cases' | 'versions' | 'seats' | 'botSeats' | 'rolls'>,
    'entryCents' | 'potCents'
  > {
  beaconRound: string | null;
  beaconAt: NamedRound['dueAt'];
  beaconRandomness: NamedRound['randomness'];
  beaconSignature: NamedRound['signature'];
  beaconChain: NamedRound['chain'];
  tieCommitment: CommitmentRow;
  tieServerSeed: string | null;
  tieContenders: number[] | null;
  tieClientSeed: string | null;
  tieRoll: number | null;
  cases: ContentsRow[];
  seats: SeatRow[];
  botSeats: BotSeatRow[] | null;
  rolls: RollRow[];
}

/**
 * One statement reads everything at one moment: a waiting battle shows no rolls, and all prices are of the same
 * instant.
 */
export const findBattle = (db: Db | Tx, id: Id<'battle'>) => readBattle(db, id, ROLLS);

/** A battle that can still change has no rolls to look for. The caller holds its lock. */
export const findBattleToChange = (tx: Tx, id: Id<'battle'>) => readBattle(tx, id, sql`'[]'::json`);

async function readBattle(db: Db | Tx, id: Id<'battle'>, rolls: Sql): Promise<Battle | null> {
  const rows = await db.query<BattleRow>(sql`
    select ${WHOLE}, ${casesWith(CONTENTS)} as cases, ${rolls} as rolls from battles battle where battle.id = ${id}`);
  return rows[0] === undefined ? null : battleOf(rows[0]);
}

const centsOf = (text: string | null) => (text === null ? null : BigInt(text));

/** By round. */
export const casesOf = (rows: readonly CaseRow[]): BattleCase[] =>
  rows.flatMap(roundsOf).sort((one, other) => one.round - other.round);

function roundsOf({ rounds, caseId, caseName, imageUrl, versionId, versionNumber, ...row }: CaseRow): BattleCase[] {
  const priceCents = BigInt(row.priceCents);
  return rounds.map((round) => ({ round, caseId, caseName, imageUrl, versionId, versionNumber, priceCents }));
}

const versionOf = ({ versionId, caseId, versionNumber, flipThreshold, items, values }: ContentsRow): BattleVersion => ({
  versionId,
  caseId,
  versionNumber,
  flipThreshold,
  items: items.map((item) => ({
    ...item,
    valueCents: BigInt(values?.[item.itemId] ?? item.nowCents),
    nowCents: BigInt(item.nowCents),
  })),
});

function rollsOf(rows: readonly RollRow[], versions: readonly BattleVersion[]): BattleRoll[] {
  const items = new Map(versions.flatMap((version) => version.items.map((item) => [item.itemId, item])));
  return rows.map((row) => {
    const { name: itemName, imageUrl, rarity } = items.get(row.itemId) as BattleItem;
    return { ...row, itemName, imageUrl, rarity, valueCents: BigInt(row.valueCents) };
  });
}

function battleOf(row: BattleRow): Battle {
  const { beaconRound, beaconAt, beaconRandomness, beaconSignature, beaconChain, ...unnamed } = row;
  const { tieCommitment, tieServerSeed, tieContenders, tieClientSeed, tieRoll, ...head } = unnamed;
  const versions = row.cases.map(versionOf);
  return {
    ...head,
    entryCents: BigInt(row.entryCents),
    potCents: centsOf(row.potCents),
    beacon:
      beaconRound === null
        ? null
        : {
            round: Number(beaconRound),
            dueAt: beaconAt,
            randomness: beaconRandomness,
            signature: beaconSignature,
            chain: beaconChain,
          },
    tieBreak: {
      serverSeedHash: tieCommitment.hash,
      committedAt: new Date(tieCommitment.committedAt),
      serverSeed: tieServerSeed,
      contenders: tieContenders,
      clientSeed: tieClientSeed,
      roll: tieRoll,
    },
    cases: casesOf(row.cases),
    versions,
    seats: row.seats.map(({ hashes, ...seat }) => ({
      ...seat,
      serverSeedHashes: splitSeeds(hashes ?? ''),
      takenAt: new Date(seat.takenAt),
      totalCents: centsOf(seat.totalCents),
      paidCents: centsOf(seat.paidCents),
    })),
    botSeats: row.botSeats?.map(botSeatOf) ?? null,
    rolls: rollsOf(row.rolls, versions),
  };
}

const botSeatOf = ({ seat, hashes, committedAt }: BotSeatRow): BotSeat => ({
  seat,
  serverSeedHashes: splitSeeds(hashes),
  committedAt: new Date(committedAt),
});
