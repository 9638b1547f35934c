import type { Db } from '../../src/platform/db.ts';
import { type Sql, sql } from '../../src/platform/sql.ts';
import { expectedRoll, hmac } from '../support/independent-rolls.ts';

/** Every stored roll computed anew from its seeds, and its outcome held against what it was played on. */

const PAGE_ROWS = 5_000;

/** A walk over a whole table, a page at a time, so that it takes the same memory however long the table is. */
type Walk = (db: Db, atMost: number) => Promise<object[]>;

interface WalkOptions<Row> {
  /** The next rows in the order of their key, after `last`. */
  pageAfter(last: Row | undefined): Sql;
  /** How the row is found again. Never a seed: that of a roll to come must be shown nowhere. */
  nameOf(row: Row): object;
  /** What differs from what it was computed to be. */
  differingIn(row: Row): string[];
}

function walk<Row extends object>({ pageAfter, nameOf, differingIn }: WalkOptions<Row>): Walk {
  return async (db, atMost) => {
    const found: object[] = [];
    let page: Row[] = [];
    do {
      page = await db.query<Row>(pageAfter(page.at(-1)));
      for (const row of page) {
        const differing = differingIn(row);
        if (differing.length > 0) found.push({ ...nameOf(row), differing });
        if (found.length === atMost) return found;
      }
    } while (page.length > 0);
    return found;
  };
}

/** The columns whose value is not the one expected. */
const differences = (columns: Readonly<Record<string, [stored: unknown, expected: unknown]>>) =>
  Object.entries(columns).flatMap(([column, [stored, expected]]) => (stored === expected ? [] : [column]));

interface Seed {
  server_seed: string;
  server_seed_hash: string;
}

interface Roll extends Seed {
  id: string;
  client_seed: string;
  nonce: string;
  roll: number;
}

const seedDifferences = ({ server_seed: seed, server_seed_hash: hash }: Seed) => [
  ...(/^[0-9a-f]{64}$/.test(seed) ? [] : ['server_seed']),
  ...differences({ server_seed_hash: [hash, hmac(seed, '')] }),
];

const rollDifferences = (row: Roll) => [
  ...seedDifferences(row),
  ...differences({ roll: [row.roll, expectedRoll(row.server_seed, row.client_seed, row.nonce)] }),
];

const byId = ({ id }: { id: string }) => ({ id });

interface OpeningRow extends Roll {
  case_id: string;
  item_id: string;
  chance_width: number;
  is_flip: boolean;
  version_case_id: string | null;
  flip_threshold: number | null;
  range_item_id: string | null;
  range_width: number | null;
}

const openings = walk<OpeningRow>({
  pageAfter: (last) => sql`
    select opening.*, version.case_id as version_case_id, flip_threshold, line.item_id as range_item_id,
      hash_range_end - hash_range_start + 1 as range_width
    from (
      select id, user_id, case_id, version_id, item_id, chance_width, nonce, server_seed, server_seed_hash, client_seed,
        roll, is_flip
      from case_openings where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}) opening
    left join case_versions version on version.id = version_id
    left join case_version_items line on line.version_id = opening.version_id
      and roll between hash_range_start and hash_range_end
    order by opening.id`,
  nameOf: byId,
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({
      case_id: [row.case_id, row.version_case_id],
      item_id: [row.item_id, row.range_item_id],
      chance_width: [row.chance_width, row.range_width],
      is_flip: [row.is_flip, row.flip_threshold !== null && row.roll >= row.flip_threshold],
    }),
  ],
});

interface UpgradeRow extends Roll {
  status: string;
  success_threshold: number;
}

const upgrades = walk<UpgradeRow>({
  pageAfter: (last) => sql`
    select id, nonce, server_seed, server_seed_hash, client_seed, roll, status, success_threshold
    from upgrades where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}`,
  nameOf: byId,
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({ status: [row.status, row.roll >= row.success_threshold ? 'WON' : 'LOST'] }),
  ],
});

interface ShotRow extends Roll {
  item_id: string;
  chance_width: number;
  range_item_id: string | null;
  range_width: number | null;
}

const shots = walk<ShotRow>({
  pageAfter: (last) => sql`
    select shot.*, prize.item_id as range_item_id, hash_range_end - hash_range_start + 1 as range_width
    from (
      select id, event_id, ticket_price, item_id, chance_width, nonce, server_seed, server_seed_hash, client_seed, roll
      from event_shots where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}) shot
    left join event_prizes prize on prize.event_id = shot.event_id and prize.ticket_price = shot.ticket_price
      and roll between hash_range_start and hash_range_end
    order by shot.id`,
  nameOf: byId,
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({
      item_id: [row.item_id, row.range_item_id],
      chance_width: [row.chance_width, row.range_width],
    }),
  ],
});

interface CommitmentRow extends Seed {
  user_id: string;
  nonce: string;
}

const commitments = walk<CommitmentRow>({
  pageAfter: (last) => sql`
    select user_id, nonce, server_seed, server_seed_hash from commitments
    where (user_id, nonce) > (${last?.user_id ?? 0}, ${last?.nonce ?? 0}) order by user_id, nonce limit ${PAGE_ROWS}`,
  nameOf: ({ user_id, nonce }) => ({ user_id, nonce }),
  differingIn: seedDifferences,
});

interface ShotCommitmentRow extends CommitmentRow {
  event_id: string;
}

const shotCommitments = walk<ShotCommitmentRow>({
  pageAfter: (last) => sql`
    select event_id, user_id, nonce, server_seed, server_seed_hash from event_commitments
    where (user_id, event_id, nonce) > (${last?.user_id ?? 0}, ${last?.event_id ?? 0}, ${last?.nonce ?? 0})
    order by user_id, event_id, nonce limit ${PAGE_ROWS}`,
  nameOf: ({ event_id, user_id, nonce }) => ({ event_id, user_id, nonce }),
  differingIn: seedDifferences,
});

/** What must hold of rolls and seeds; each walk must find nothing. */
export const recomputations: Readonly<Record<string, Walk>> = {
  'every opening is computed anew: its hash, its roll, and on its version the item, the chance and the flip': openings,
  'every upgrade is computed anew: its hash, its roll, and whether that wins': upgrades,
  'every shot is computed anew: its hash, its roll, and in the table of its price the item and the chance': shots,
  'every hash that was committed to is that of its seed': commitments,
  'every hash shown of a shot to come is that of its seed': shotCommitments,
};
