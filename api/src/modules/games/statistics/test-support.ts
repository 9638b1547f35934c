import { randomUUID } from 'node:crypto';
import { seedThatRolls } from '../../../../test/support/independent-rolls.ts';
import type { Person } from '../../../../test/support/people.ts';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { raw, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { OPENING_CAUSE } from '../../assets/inventory/index.ts';

/** A test chooses the moments; the history satisfies every invariant, and its figures are computed separately. */

interface Moment {
  who: Person;
  /** ISO 8601. */
  at: string;
}
interface Deposit extends Moment {
  kind: 'deposit';
  cents: number;
}
interface OpeningPlay extends Moment {
  kind: 'opening';
  caseId: Id<'case'>;
  priceCents: number;
  valueCents: number;
}
export interface UpgradePlay extends Moment {
  kind: 'upgrade';
  itemsCents: number;
  balanceCents: number;
  targetCents: number;
  won: boolean;
}
export type Play = Deposit | OpeningPlay | UpgradePlay;

interface Ids {
  transfer: string;
  roll: string;
  staked: string;
  won: string;
}

/** Writes the product's rows of those moments, the earliest first. */
export async function insertPlays(db: Db, given: readonly Play[]): Promise<void> {
  if (given.length === 0) return;
  const plays = [...given].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  await transaction(db, async (tx) => {
    const [ids, contents, nonces] = await Promise.all([
      takeIds(tx, plays.length),
      findContents(tx),
      tx.query<{ userId: string; nonce: number }>(sql`select user_id, nonce::int from accounts`),
    ]);
    const lastNonces = new Map(nonces.map(({ userId, nonce }) => [userId, nonce]));
    const rows = plays.map((play, index) => {
      const nonce = (lastNonces.get(play.who.userId) ?? 0) + (play.kind === 'deposit' ? 0 : 1);
      lastNonces.set(play.who.userId, nonce);
      return rowsOf(play, ids[index] as Ids, nonce, contents);
    });
    await insertRows(
      tx,
      'transfers',
      rows.flatMap(({ transfer }) => transfer),
    );
    await insertRows(
      tx,
      'inventory_items',
      rows.flatMap(({ items }) => items),
    );
    await insertRows(
      tx,
      'case_openings',
      rows.flatMap(({ opening }) => opening),
    );
    await insertRows(
      tx,
      'upgrades',
      rows.flatMap(({ upgrade }) => upgrade),
    );
    await insertRows(
      tx,
      'upgrade_inputs',
      rows.flatMap(({ input }) => input),
    );
    await updateAccounts(tx, plays);
  });
}

const takeIds = (tx: Tx, count: number) =>
  tx.query<Ids>(sql`
    select nextval('transfers_id_seq') as transfer, nextval('inventory_items_id_seq') as staked,
      nextval('inventory_items_id_seq') as won,
      greatest(nextval('case_openings_id_seq'), nextval('upgrades_id_seq')) as roll
    from generate_series(1, ${count}::int)`);

interface Content {
  caseId: Id<'case'>;
  versionId: string;
  itemId: string;
  first: number;
  last: number;
}

/** No version has a second wheel. */
const findContents = (tx: Tx) =>
  tx.query<Content>(sql`
    select cases.id as case_id, version_id, item_id, hash_range_start as first,
      hash_range_end as last
    from cases join case_version_items on version_id = current_version_id order by cases.id, hash_range_start`);

/** The fairness package defines it: the share of the stake in the target, less a tenth. */
function chanceOf({ itemsCents, balanceCents, targetCents }: UpgradePlay) {
  const chance_units = Math.min(900_000, Math.floor(((itemsCents + balanceCents) * 900_000) / targetCents));
  return { edge_units: 100_000, chance_units, success_threshold: 10_000_000 - 10 * chance_units };
}

function rowsOf(play: Play, ids: Ids, nonce: number, contents: readonly Content[]) {
  const { at } = play;
  const user_id = play.who.userId;
  const nothing = { transfer: [] as object[], items: [] as object[], opening: [], upgrade: [], input: [] };
  const transfer = (type: string, amount_cents: number, debit_account: string, credit_account: string) => [
    {
      id: ids.transfer,
      user_id,
      debit_account,
      credit_account,
      amount_cents,
      type,
      reason: 'test',
      created_at: at,
      reference_type: type,
      reference_id: ids.roll,
    },
  ];
  const item = (id: string, item_id: string, status: string, source_type: string, source_id: string) => ({
    id,
    user_id,
    item_id,
    status,
    acquired_at: at,
    restricted_to_games: false,
    ...(source_type === OPENING_CAUSE
      ? { opening_id: source_id, source_type: null, source_id: null, source_index: null }
      : { opening_id: null, source_type, source_id, source_index: 0 }),
    acquired_from: source_type === 'UPGRADE' ? 'Upgrade' : 'Test',
  });
  if (play.kind === 'deposit') return { ...nothing, transfer: transfer('DEPOSIT', play.cents, 'SYSTEM', 'USER') };

  const isWanted = (roll: number) => play.kind === 'opening' || roll >= chanceOf(play).success_threshold === play.won;
  const { serverSeed, serverSeedHash, roll } = seedThatRolls(isWanted, { clientSeed: 'test', nonce });
  const rolled = {
    id: ids.roll,
    user_id,
    server_seed: serverSeed,
    client_seed: 'test',
    client_seed_source: 'REQUEST',
    nonce,
    roll,
    committed_at: at,
    created_at: at,
  };
  if (play.kind === 'opening') {
    const ofCase = contents.filter(({ caseId }) => caseId === play.caseId);
    const content = ofCase.find(({ first, last }) => first <= roll && roll <= last) as Content;
    const { caseId, versionId, itemId, first, last } = content;
    const opening = {
      ...rolled,
      server_seed: `\\x${serverSeed}`,
      case_id: caseId,
      version_id: versionId,
      item_id: itemId,
      transfer_id: ids.transfer,
      price_cents: play.priceCents,
      item_value_cents: play.valueCents,
      chance_width: last - first + 1,
      is_flip: false,
      inventory_item_id: ids.won,
    };
    return {
      ...nothing,
      transfer: transfer('CASE_OPEN', play.priceCents, 'USER', 'SYSTEM'),
      items: [item(ids.won, itemId, 'AVAILABLE', OPENING_CAUSE, ids.roll)],
      opening: [opening],
    };
  }
  const target = contents[0] as Content;
  const { itemsCents, balanceCents, targetCents, won } = play;
  const isPaid = balanceCents > 0;
  const upgrade = {
    ...rolled,
    server_seed_hash: serverSeedHash,
    ...chanceOf(play),
    target_item_id: target.itemId,
    status: won ? 'WON' : 'LOST',
    items_value_cents: itemsCents,
    balance_cents: balanceCents,
    target_value_cents: targetCents,
    transfer_id: isPaid ? ids.transfer : null,
    inventory_item_id: won ? ids.won : null,
  };
  const staked = [item(ids.staked, target.itemId, 'USED_IN_UPGRADE', 'TEST', randomUUID())];
  return {
    ...nothing,
    transfer: isPaid ? transfer('UPGRADE', balanceCents, 'USER', 'SYSTEM') : [],
    items: [...staked, ...(won ? [item(ids.won, target.itemId, 'AVAILABLE', 'UPGRADE', ids.roll)] : [])],
    upgrade: [upgrade],
    input: staked.map(({ id, item_id }) => ({
      inventory_item_id: id,
      upgrade_id: ids.roll,
      item_id,
      value_cents: itemsCents,
    })),
  };
}

type Table = 'transfers' | 'inventory_items' | 'case_openings' | 'upgrades' | 'upgrade_inputs';

async function insertRows(tx: Tx, table: Table, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = raw(Object.keys(rows[0] as object).join(', '));
  await tx.query(sql`
    insert into ${raw(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json)`);
}

const stakeOf = (play: OpeningPlay | UpgradePlay) =>
  play.kind === 'opening' ? play.priceCents : play.itemsCents + play.balanceCents;

const transferOf = (play: Play) => {
  if (play.kind === 'deposit') return { type: 'DEPOSIT', change: play.cents };
  if (play.kind === 'opening') return { type: 'CASE_OPEN', change: -play.priceCents };
  return play.balanceCents === 0 ? null : { type: 'UPGRADE', change: -play.balanceCents };
};

async function updateAccounts(tx: Tx, plays: readonly Play[]): Promise<void> {
  const changes = plays.map((play) => ({
    user_id: play.who.userId,
    balance_cents: transferOf(play)?.change ?? 0,
    transfer_count: transferOf(play) === null ? 0 : 1,
    nonce: play.kind === 'deposit' ? 0 : 1,
    wagered_cents: play.kind === 'deposit' ? 0 : stakeOf(play),
  }));
  await tx.query(sql`
    with change as (
      select user_id, sum(balance_cents) as balance, sum(transfer_count) as transfers, sum(nonce) as rolls,
        sum(wagered_cents) as wagered
      from json_populate_recordset(null::accounts, ${JSON.stringify(changes)}::json) group by user_id)
    update accounts set balance_cents = balance_cents + balance, transfer_count = transfer_count + transfers,
      nonce = nonce + rolls, wagered_cents = wagered_cents + wagered
    from change where change.user_id = accounts.user_id`);
}

// These figures come from the plays alone, with another calendar than the product's.

const calendar = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' });
const dayOfPlay = ({ at }: Play) => calendar.format(new Date(at));

const winOf = (play: OpeningPlay | UpgradePlay) => {
  if (play.kind === 'opening') return play.valueCents;
  return play.won ? play.targetCents : 0;
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

export function figuresOf(plays: readonly Play[]) {
  const games = plays.filter((play) => play.kind !== 'deposit');
  const upgrades = games.filter((play) => play.kind === 'upgrade');
  const upgradesWon = upgrades.filter(({ won }) => won).length;
  const openings = games.length - upgrades.length;
  const byGame: [string, { plays: number; playsWon: number }][] = [
    ['CASES', { plays: openings, playsWon: openings }],
    ['UPGRADES', { plays: upgrades.length, playsWon: upgradesWon }],
  ];
  return {
    games: new Map(byGame.filter(([, { plays }]) => plays > 0)),
    wageredCents: BigInt(sum(games.map(stakeOf))),
    wonCents: BigInt(sum(games.map(winOf))),
    bestWinCents: BigInt(Math.max(0, ...games.map(winOf))),
    itemsAvailable: openings + upgradesWon,
  };
}

type StoredDays = Record<string, string[]>;

export function storedDaysOf(plays: readonly Play[]): StoredDays {
  const groups = Map.groupBy(
    plays.flatMap((play) => keysOf(play).map((key) => ({ key, play }))),
    ({ key }) => key,
  );
  return Object.fromEntries(
    [...groups].map(([key, group]) => [
      key,
      keptOf(
        key,
        group.map(({ play }) => play),
      ).map(String),
    ]),
  );
}

function keysOf(play: Play): string[] {
  const day = dayOfPlay(play);
  const transfer = transferOf(play);
  const booked = transfer === null ? [] : [`transfer ${day} ${transfer.type}`];
  if (play.kind === 'deposit') return booked;
  const name = play.kind === 'opening' ? 'CASES' : 'UPGRADES';
  const ofCase = play.kind === 'opening' ? [`case ${day} ${play.caseId}`] : [];
  return [...ofCase, `game ${day} ${name}`, `user ${day} ${play.who.userId} ${name}`, ...booked];
}

function keptOf(key: string, plays: readonly Play[]): (number | bigint)[] {
  const { games, wageredCents, wonCents, bestWinCents } = figuresOf(plays);
  const [{ plays: played, playsWon } = { plays: 0, playsWon: 0 }] = games.values();
  const moved = sum(plays.map((play) => Math.abs(transferOf(play)?.change ?? 0)));
  if (key.startsWith('case')) return [played, wageredCents, wonCents];
  if (key.startsWith('game')) return [played, playsWon, played, wageredCents, wonCents];
  if (key.startsWith('user')) return [played, playsWon, wageredCents, wonCents, bestWinCents];
  return [plays.length, moved];
}

export async function readStoredDays(db: Db): Promise<StoredDays> {
  const rows = await db.query<{ key: string; kept: string[] }>(sql`
    select concat_ws(' ', 'case', day, case_id) as key, array[openings, wagered_cents, won_cents]::text[] as kept
    from case_days
    union all
    select concat_ws(' ', 'game', day, game), array[plays, plays_won, rounds, wagered_cents, won_cents]::text[]
    from game_days
    union all
    select concat_ws(' ', 'user', day, user_id, game),
      array[plays, plays_won, wagered_cents, won_cents, best_win_cents]::text[]
    from user_days
    union all
    select concat_ws(' ', 'transfer', day, type), array[transfers, amount_cents]::text[] from transfer_days`);
  return Object.fromEntries(rows.map(({ key, kept }) => [key, kept]));
}

export async function readRolledDays(db: Db): Promise<string[]> {
  const rows = await db.query<{ day: string }>(sql`select day::text from rolled_days order by day`);
  return rows.map(({ day }) => day);
}
