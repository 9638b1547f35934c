import type { Db, Tx } from '../../../../platform/database/db.ts';
import { type Sql, sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Earn } from '../../rolls/index.ts';
import { type Participant, type Progress, type Standing, shotStream } from '../events.records.ts';
import { CLAIM_TIME, IS_RUNNING } from '../events.sql.ts';

/** Claims follow a person to a new account under this name. */
export const CLAIMED_BEFORE = 'eventClaims';

interface ClaimsThatCount {
  tierIds: Id<'event-tier'>[];
  /** When the last of their events can no longer be claimed; null without claims. */
  until: Date | null;
}

/** Claims of the account and those that followed its person count. */
export async function findClaimsThatCount(tx: Tx, userId: Id<'user'>): Promise<ClaimsThatCount> {
  const rows = await tx.query<ClaimsThatCount>(sql`
    select coalesce(array_agg(tier.id::text), '{}') as tier_ids, max(ends_at + ${CLAIM_TIME}) as until
    from event_tiers tier join events on events.id = tier.event_id
    where ends_at + ${CLAIM_TIME} > now() and (
      exists (select from event_claims where tier_id = tier.id and user_id = ${userId})
      or exists (
        select from brought_facts where user_id = ${userId} and name = ${CLAIMED_BEFORE} and value ? tier.id::text))`);
  return rows[0] as ClaimsThatCount;
}

/** The share lock keeps the price until the end of `tx`. */
export async function holdValue(tx: Tx, itemId: Id<'item'>): Promise<Cents> {
  const rows = await tx.query<{ cents: bigint }>(
    sql`select value_cents_brl as cents from items where id = ${itemId} for share`,
  );
  return rows[0]?.cents ?? 0n;
}

/** Exactly one kind of reward is given. */
interface Given {
  inventoryItemId?: Id<'inventoryItem'>;
  itemValueCents?: Cents;
  transferId?: Id<'transfer'>;
  tickets?: bigint;
}

export async function insertClaim(
  tx: Tx,
  { eventId, userId }: Participant,
  tierId: Id<'event-tier'>,
  { inventoryItemId, itemValueCents, transferId, tickets }: Given,
): Promise<void> {
  await tx.query(sql`
    insert into event_claims (user_id, tier_id, event_id, inventory_item_id, item_value_cents, transfer_id, tickets)
    values (${userId}, ${tierId}, ${eventId}, ${inventoryItemId ?? null}, ${itemValueCents ?? null},
      ${transferId ?? null}, ${tickets ?? null})`);
}

/**
 * Counts stakes for the event that runs, within the transaction that takes them and has locked the accounts. The order of
 * the users keeps two of these from waiting for each other.
 */
export const earnFromWagers: Earn = async (tx, stakes) => {
  if (stakes.length === 0) return;
  await tx.query(sql`
    insert into event_progress as progress (event_id, user_id, wagered_cents)
    select events.id, user_id, stake_cents
    from (
      select user_id, sum(stake_cents)::bigint as stake_cents
      from unnest(${stakes.map(({ userId }) => userId)}::bigint[],
        ${stakes.map(({ stakeCents }) => stakeCents)}::bigint[]) as given (user_id, stake_cents)
      group by user_id
    ) stake cross join events
    where ${IS_RUNNING}
    order by user_id
    on conflict (event_id, user_id) do update set wagered_cents = progress.wagered_cents + excluded.wagered_cents`);
};

/** The driver reads counts as text. */
type ProgressRow = Omit<Record<keyof Progress, string>, 'wageredCents'> & Pick<Progress, 'wageredCents'>;

const PROGRESS = sql`wagered_cents, tickets_given, tickets_spent, shots`;

const progressOf = ({ wageredCents, ticketsGiven, ticketsSpent, shots }: ProgressRow): Progress => ({
  wageredCents,
  ticketsGiven: BigInt(ticketsGiven),
  ticketsSpent: BigInt(ticketsSpent),
  shots: Number(shots),
});

interface StandingRow extends ProgressRow, Pick<Standing, 'nextServerSeedHash' | 'clientSeed' | 'isPublisher'> {
  claimedIds: Id<'event-tier'>[];
}

/** A user without wagers has zeros. */
export async function findStanding(
  db: Db | Tx,
  { eventId, userId }: Participant,
  isPublisher: Sql = sql`null::boolean`,
): Promise<Standing> {
  const rows = await db.query<StandingRow>(sql`
    select coalesce(wagered_cents, 0) as wagered_cents, coalesce(tickets_given, 0) as tickets_given,
      coalesce(tickets_spent, 0) as tickets_spent, coalesce(shots, 0) as shots,
      committed_hashes(${shotStream({ eventId, userId })}, coalesce(shots, 0) + 1, 1) as next_server_seed_hash,
      client_seed, ${isPublisher} as is_publisher,
      array(
        select tier_id::text from event_claims where event_claims.user_id = users.id and event_id = ${eventId}
        union all
        select jsonb_object_keys(value) from brought_facts
        where brought_facts.user_id = users.id and name = ${CLAIMED_BEFORE}) as claimed_ids
    from users
    left join event_progress progress on progress.user_id = users.id and progress.event_id = ${eventId}
    where users.id = ${userId}`);
  const row = rows[0] as StandingRow;
  return { ...row, progress: progressOf(row), claimedIds: new Set(row.claimedIds) };
}

export async function hasPlayers(db: Db | Tx, eventId: Id<'event'>): Promise<boolean> {
  const rows = await db.query(sql`select from event_progress where event_id = ${eventId} limit 1`);
  return rows.length > 0;
}

export async function giveTickets(tx: Tx, { eventId, userId }: Participant, tickets: bigint): Promise<Progress> {
  const rows = await tx.query<ProgressRow>(sql`
    update event_progress set tickets_given = tickets_given + ${tickets}
    where event_id = ${eventId} and user_id = ${userId} returning ${PROGRESS}`);
  return progressOf(rows[0] as ProgressRow);
}

interface PaidShot {
  shotId: Id<'event-shot'>;
  nonce: number;
  /** Null: the shot gets a random seed. */
  clientSeed: string | null;
  isPublisher: boolean;
  /** After it. */
  progress: Progress;
}

/** Null: the tickets do not suffice. `div` on numerics is exact where the product is beyond 64 bits. */
export async function spendTickets(
  tx: Tx,
  { eventId, userId }: Participant,
  ticketPrice: number,
  isPublisher: Sql,
): Promise<PaidShot | null> {
  const rows = await tx.query<ProgressRow & Pick<PaidShot, 'shotId' | 'clientSeed' | 'isPublisher'>>(sql`
    update event_progress set tickets_spent = tickets_spent + ${ticketPrice}, shots = shots + 1
    from events, users
    where events.id = event_id and users.id = user_id and event_id = ${eventId} and user_id = ${userId}
      and div(wagered_cents::numeric * tickets_per_real, 100) + tickets_given - tickets_spent >= ${ticketPrice}
    returning nextval('event_shots_id_seq') as shot_id, client_seed,
      ${isPublisher} as is_publisher, ${PROGRESS}`);
  const row = rows[0];
  if (row === undefined) return null;
  const progress = progressOf(row);
  return { ...row, nonce: progress.shots, progress };
}
