import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { countRows, type ListPart, orderBy, partOf, type RowList } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import {
  CLAIM_DAYS_AFTER_END,
  type ClaimableEvent,
  type EventFields,
  type EventStatus,
  type EventTotals,
  type PricedPrize,
  type Reward,
  restrictionOf,
  type ShootTable,
  type ShownItem,
  type StoredEvent,
  type TicketPrice,
  type Tier,
  type TierInput,
} from './events.records.ts';

/**
 * `now()` is when the transaction began, maybe long before it had a lock, so events are judged by the statement after
 * the lock. No index can be asked with `clock_timestamp()`.
 */
const NOW = sql`statement_timestamp()`;

/** The expression is that of the index, which allows one running event at a time. */
export const IS_RUNNING = sql`status = 'PUBLISHED' and tstzrange(starts_at, ends_at) @> ${NOW}`;

export const CLAIM_TIME = sql`make_interval(hours => ${CLAIM_DAYS_AFTER_END * 24})`;

const EVENT = sql`
  id, name, description, image_url, status, starts_at, ends_at,
  points_per_real, tickets_per_real, created_at,
  (select budget_cents from event_budgets where event_id = events.id) as budget_cents,
  ${IS_RUNNING} as is_running, starts_at <= ${NOW} as has_started, ends_at <= ${NOW} as has_ended,
  status = 'PUBLISHED' and starts_at <= ${NOW} and ${NOW} < ends_at + ${CLAIM_TIME} as is_claimable`;

async function findOne(db: Db | Tx, condition: Sql): Promise<StoredEvent | null> {
  const rows = await db.query<StoredEvent>(sql`select ${EVENT} from events where ${condition}`);
  return rows[0] ?? null;
}

export const findRunningEvent = (db: Db | Tx) => findOne(db, IS_RUNNING);

export const findEvent = (db: Db | Tx, id: Id<'event'>) => findOne(db, sql`id = ${id}`);

export const findPublishedEvent = (db: Db | Tx, id: Id<'event'>) =>
  findOne(db, sql`id = ${id} and status = 'PUBLISHED'`);

export const listOpenEvents = (db: Db | Tx): Promise<StoredEvent[]> =>
  db.query(sql`select ${EVENT} from events where status = 'PUBLISHED' and ends_at > ${NOW} order by starts_at`);

/** More events end within a week only where they are ended early. */
const CLAIMABLE_SHOWN = 10;

/** The last event to end comes first. The index of the times finds them. */
export async function listClaimableEvents(db: Db | Tx): Promise<ClaimableEvent[]> {
  return db.query<ClaimableEvent>(sql`
    select id, name, ends_at, ends_at + ${CLAIM_TIME} as claimable_until from events
    where status = 'PUBLISHED' and tstzrange(starts_at, ends_at) && tstzrange(${NOW} - ${CLAIM_TIME}, ${NOW})
      and ends_at <= ${NOW}
    order by ends_at desc limit ${CLAIMABLE_SHOWN}`);
}

/**
 * Changes of one event follow each other, while players go on. A statement of its own reads the event, so that it is
 * judged when the lock is had.
 */
export async function lockEvent(tx: Tx, id: Id<'event'>): Promise<StoredEvent | null> {
  const [, event] = await Promise.all([
    tx.query(sql`select from events where id = ${id} for no key update`),
    findEvent(tx, id),
  ]);
  return event;
}

const eventsOf = (status: EventStatus | undefined): RowList => ({
  from: 'events',
  where: status === undefined ? [] : [sql`status = ${status}`],
  order: { by: ['starts_at', 'id'], way: 'desc' },
});

export async function listEvents(db: Db, status: EventStatus | undefined, part: ListPart): Promise<StoredEvent[]> {
  const list = eventsOf(status);
  return db.query(sql`select ${EVENT} from (${partOf(list, part)}) events ${orderBy(list.order)}`);
}

export const countEvents = (db: Db, status: EventStatus | undefined) => countRows(db, eventsOf(status));

export async function insertEvent(tx: Tx, fields: EventFields, createdBy: Id<'user'> | null): Promise<Id<'event'>> {
  const { name, description, imageUrl, startsAt, endsAt, pointsPerReal, ticketsPerReal } = fields;
  const rows = await tx.query<{ id: Id<'event'> }>(sql`
    insert into events (name, description, image_url, starts_at, ends_at, points_per_real, tickets_per_real, created_by)
    values (${name}, ${description}, ${imageUrl}, ${startsAt}, ${endsAt}, ${pointsPerReal}, ${ticketsPerReal},
      ${createdBy}) returning id`);
  return rows[0]?.id as Id<'event'>;
}

export async function updateEvent(tx: Tx, id: Id<'event'>, fields: EventFields): Promise<void> {
  const { name, description, imageUrl, startsAt, endsAt, pointsPerReal, ticketsPerReal } = fields;
  await tx.query(sql`
    update events set name = ${name}, description = ${description}, image_url = ${imageUrl}, starts_at = ${startsAt},
      ends_at = ${endsAt}, points_per_real = ${pointsPerReal}, tickets_per_real = ${ticketsPerReal}
    where id = ${id}`);
}

export async function upsertBudget(tx: Tx, id: Id<'event'>, budgetCents: Cents): Promise<void> {
  await tx.query(sql`
    insert into event_budgets (event_id, budget_cents) values (${id}, ${budgetCents})
    on conflict (event_id) do update set budget_cents = excluded.budget_cents`);
}

export async function updateStatus(tx: Tx, id: Id<'event'>, status: EventStatus): Promise<void> {
  await tx.query(sql`update events set status = ${status} where id = ${id}`);
}

/** False: it does not run. All times of events have milliseconds. */
export async function endEventNow(tx: Tx, id: Id<'event'>): Promise<boolean> {
  const rows = await tx.query(sql`
    update events set ends_at = date_trunc('milliseconds', ${NOW})
    where id = ${id} and ${IS_RUNNING} and starts_at < date_trunc('milliseconds', ${NOW}) returning id`);
  return rows.length > 0;
}

type TotalsRow = Omit<EventTotals, 'ticketsSpent' | 'shots'> & Record<'ticketsSpent' | 'shots', string>;

export async function readTotals(db: Db | Tx, id: Id<'event'>): Promise<EventTotals> {
  const rows = await db.query<TotalsRow>(sql`
    select count(*) filter (where wagered_cents > 0)::int as players, coalesce(sum(wagered_cents), 0) as wagered_cents,
      coalesce(sum(tickets_spent), 0) as tickets_spent, coalesce(sum(shots), 0) as shots,
      (select count(*)::int from event_claims where event_id = ${id}) as claims,
      coalesce((select spent_cents from event_budgets where event_id = ${id}), 0) as spent_cents
    from event_progress where event_id = ${id}`);
  const totals = rows[0] as TotalsRow;
  return { ...totals, ticketsSpent: BigInt(totals.ticketsSpent), shots: Number(totals.shots) };
}

/** Two overlapping events that are published at once would wait for each other, which PostgreSQL ends as a deadlock. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('events: publishing'))`);
}

/** Both are null where the event has no budget. */
export interface SpentBudget {
  budgetCents: bigint | null;
  spentCents: bigint | null;
}

const BUDGET = sql`budget_cents, spent_cents`;

/** A constraint refuses to exceed the budget. Send it last, because players of one event wait here for each other. */
export const spendSql = (eventId: Id<'event'>, cents: Sql): Sql => sql`
  update event_budgets set spent_cents = spent_cents + ${cents} where event_id = ${eventId} returning ${BUDGET}`;

export async function findBudgetWithoutAlert(
  db: Db,
  eventId: Id<'event'>,
  { kind, key }: { kind: string; key: string },
): Promise<{ budgetCents: bigint; spentCents: bigint } | null> {
  const [budget] = await db.query<{ budgetCents: bigint; spentCents: bigint }>(sql`
    select ${BUDGET} from event_budgets where event_id = ${eventId} and not exists (
      select from alerts where kind = ${kind} and key = ${key} and resolved_at is null)`);
  return budget ?? null;
}

const ITEM = sql`
  items.id as item_id, items.name, items.image_url, items.rarity, items.value_cents_brl as value_cents`;

const itemOf = ({ itemId, name, imageUrl, rarity, valueCents }: ShownItem): ShownItem => ({
  itemId,
  name,
  imageUrl,
  rarity,
  valueCents,
});

/** The columns of the item are null exactly where the reward is no item. */
interface TierRow extends ShownItem {
  id: Id<'event-tier'>;
  number: number;
  pointsRequired: string;
  rewardType: Reward<never>['type'];
  balanceCents: bigint;
  tickets: string;
  restrictedToGames: boolean;
}

function tierOf(row: TierRow): Tier {
  const { id, number, pointsRequired } = row;
  return { id, number, pointsRequired: BigInt(pointsRequired), reward: rewardOf(row) };
}

function rewardOf(row: TierRow): Reward<ShownItem> {
  switch (row.rewardType) {
    case 'ITEM':
      return { type: 'ITEM', item: itemOf(row), ...restrictionOf(row) };
    case 'BALANCE':
      return { type: 'BALANCE', balanceCents: row.balanceCents };
    case 'TICKETS':
      return { type: 'TICKETS', tickets: BigInt(row.tickets) };
  }
}

const TIER = sql`
  event_tiers.id, number, points_required, reward_type,
  balance_cents, tickets, restricted_to_games, ${ITEM}
  from event_tiers left join items on items.id = item_id`;

export async function listTiers(db: Db | Tx, eventId: Id<'event'>): Promise<Tier[]> {
  const rows = await db.query<TierRow>(sql`select ${TIER} where event_id = ${eventId} order by number`);
  return rows.map(tierOf);
}

export async function findTier(db: Db | Tx, eventId: Id<'event'>, id: Id<'event-tier'>): Promise<Tier | null> {
  const rows = await db.query<TierRow>(sql`select ${TIER} where event_id = ${eventId} and event_tiers.id = ${id}`);
  return rows[0] === undefined ? null : tierOf(rows[0]);
}

interface PrizeRow extends ShownItem {
  ticketPrice: TicketPrice;
  hashRangeStart: number;
  hashRangeEnd: number;
  restrictedToGames: boolean;
}

const PRIZE = sql`
  ticket_price, hash_range_start, hash_range_end,
  restricted_to_games, ${ITEM}`;
const FROM_PRIZES = sql`from event_prizes join items on items.id = item_id`;

const prizeOf = (row: PrizeRow): PricedPrize => ({
  ticketPrice: row.ticketPrice,
  hashRangeStart: row.hashRangeStart,
  hashRangeEnd: row.hashRangeEnd,
  ...restrictionOf(row),
  item: itemOf(row),
});

interface ListedPrizes {
  prizes: PricedPrize[];
  /** It is of the moment of the prices. */
  edgePercent: string;
}

export async function listPrizes(db: Db | Tx, eventId: Id<'event'>, edgePercent: Sql): Promise<ListedPrizes> {
  const rows = await db.query<PrizeRow & { edgePercent: string }>(sql`
    select ${PRIZE}, ${edgePercent} as edge_percent ${FROM_PRIZES}
    where event_id = ${eventId} order by ticket_price, hash_range_start`);
  // Without a prize nothing can be paused.
  return { prizes: rows.map(prizeOf), edgePercent: rows[0]?.edgePercent ?? '0' };
}

export async function listPrizesAt(
  db: Db | Tx,
  eventId: Id<'event'>,
  ticketPrice: TicketPrice,
): Promise<PricedPrize[]> {
  const rows = await db.query<PrizeRow>(
    sql`select ${PRIZE} ${FROM_PRIZES} where event_id = ${eventId} and ticket_price = ${ticketPrice} order by hash_range_start`,
  );
  return rows.map(prizeOf);
}

/** Only a draft changes, so there are no claims. */
export async function replaceTiers(tx: Tx, eventId: Id<'event'>, tiers: readonly TierInput[]): Promise<void> {
  const rewards = tiers.map(({ reward }) => reward);
  await Promise.all([
    tx.query(sql`delete from event_tiers where event_id = ${eventId}`),
    tx.query(sql`
      insert into event_tiers (event_id, number, points_required, reward_type, item_id, balance_cents, tickets,
        restricted_to_games)
      select ${eventId}::bigint, place, points_required, reward_type, item_id, balance_cents, tickets, restricted_to_games
      from unnest(
        ${tiers.map(({ pointsRequired }) => pointsRequired)}::bigint[], ${rewards.map(({ type }) => type)}::text[],
        ${rewards.map((reward) => (reward.type === 'ITEM' ? reward.item : null))}::bigint[],
        ${rewards.map((reward) => (reward.type === 'BALANCE' ? reward.balanceCents : null))}::bigint[],
        ${rewards.map((reward) => (reward.type === 'TICKETS' ? reward.tickets : null))}::bigint[],
        ${rewards.map((reward) => reward.type === 'ITEM' && reward.restrictedToGames === true)}::boolean[]
      ) with ordinality as given
        (points_required, reward_type, item_id, balance_cents, tickets, restricted_to_games, place)
      order by place`),
  ]);
}

/** Only a draft changes, so there are no shots. */
export async function replacePrizes(tx: Tx, eventId: Id<'event'>, tables: readonly ShootTable[]): Promise<void> {
  const prizes = tables.flatMap((table) => table.prizes.map((prize) => ({ ...prize, ...table })));
  await Promise.all([
    tx.query(sql`delete from event_prizes where event_id = ${eventId}`),
    tx.query(sql`
      insert into event_prizes (event_id, ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games)
      select ${eventId}::bigint, ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games
      from unnest(
        ${prizes.map(({ ticketPrice }) => ticketPrice)}::integer[], ${prizes.map(({ itemId }) => itemId)}::bigint[],
        ${prizes.map(({ hashRangeStart }) => hashRangeStart)}::integer[],
        ${prizes.map(({ hashRangeEnd }) => hashRangeEnd)}::integer[],
        ${prizes.map(({ restrictedToGames = false }) => restrictedToGames)}::boolean[]
      ) as given (ticket_price, item_id, hash_range_start, hash_range_end, restricted_to_games)`),
  ]);
}
