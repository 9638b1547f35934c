import type { Db, Tx } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { sql } from '../../../platform/sql.ts';
import type { Participant, Progress, Standing } from './events.types.ts';
import type { ShotSeed } from './shots.types.ts';

/**
 * Adds stakes to what their users have wagered in the event that runs. The condition is that of the index over the
 * times, so that the event is looked up. In the order of the users, so that two of these never wait for each other.
 */
export async function addWagers(tx: Tx, stakes: readonly { userId: Id<'user'>; stakeCents: Cents }[]): Promise<void> {
  await tx.query(sql`
    insert into event_progress as progress (event_id, user_id, wagered_cents)
    select events.id, user_id, stake_cents
    from (
      select user_id, sum(stake_cents)::bigint as stake_cents
      from unnest(${stakes.map(({ userId }) => userId)}::bigint[],
        ${stakes.map(({ stakeCents }) => stakeCents)}::bigint[]) as given (user_id, stake_cents)
      group by user_id
    ) stake cross join events
    where status = 'PUBLISHED' and tstzrange(starts_at, ends_at) @> now()
    order by user_id
    on conflict (event_id, user_id) do update set wagered_cents = progress.wagered_cents + excluded.wagered_cents`);
}

type ProgressRow = Record<'wageredCents' | 'ticketsGiven' | 'ticketsSpent' | 'shots', string> &
  Pick<Progress, 'nextServerSeedHash'>;

const PROGRESS = sql`
  wagered_cents as "wageredCents", tickets_given as "ticketsGiven", tickets_spent as "ticketsSpent", shots,
  next_server_seed_hash as "nextServerSeedHash"`;

const progressOf = (row: ProgressRow): Progress => ({
  wageredCents: BigInt(row.wageredCents),
  ticketsGiven: BigInt(row.ticketsGiven),
  ticketsSpent: BigInt(row.ticketsSpent),
  shots: Number(row.shots),
  nextServerSeedHash: row.nextServerSeedHash,
});

interface StandingRow extends ProgressRow {
  clientSeed: string | null;
  claimedIds: Id<'event-tier'>[];
}

/** Where a user stands: zeros for who has not taken part yet. */
export async function findStanding(db: Db | Tx, { eventId, userId }: Participant): Promise<Standing> {
  const rows = await db.query<StandingRow>(sql`
    select coalesce(wagered_cents, 0) as "wageredCents", coalesce(tickets_given, 0) as "ticketsGiven",
      coalesce(tickets_spent, 0) as "ticketsSpent", coalesce(shots, 0) as shots,
      next_server_seed_hash as "nextServerSeedHash", client_seed as "clientSeed",
      array(select tier_id::text from event_claims where event_claims.user_id = users.id and event_id = ${eventId})
        as "claimedIds"
    from users left join event_progress on user_id = users.id and event_id = ${eventId}
    where users.id = ${userId}`);
  const row = rows[0] as StandingRow;
  return { progress: progressOf(row), claimedIds: new Set(row.claimedIds), clientSeed: row.clientSeed };
}

/** A seed that was committed to before stays; the hash tells which it is. The user's account is locked. */
export async function commitNextShot(
  tx: Tx,
  { eventId, userId }: Participant,
  { serverSeed, serverSeedHash }: { serverSeed: string; serverSeedHash: string },
): Promise<Progress> {
  const rows = await tx.query<ProgressRow>(sql`
    insert into event_progress as progress (event_id, user_id, next_server_seed, next_server_seed_hash, next_committed_at)
    values (${eventId}, ${userId}, ${serverSeed}, ${serverSeedHash}, statement_timestamp())
    on conflict (event_id, user_id) do update
    set next_server_seed = coalesce(progress.next_server_seed, excluded.next_server_seed),
      next_server_seed_hash = coalesce(progress.next_server_seed_hash, excluded.next_server_seed_hash),
      next_committed_at = coalesce(progress.next_committed_at, excluded.next_committed_at)
    returning ${PROGRESS}`);
  return progressOf(rows[0] as ProgressRow);
}

export async function giveTickets(tx: Tx, { eventId, userId }: Participant, tickets: bigint): Promise<Progress> {
  const rows = await tx.query<ProgressRow>(sql`
    update event_progress set tickets_given = tickets_given + ${tickets}
    where event_id = ${eventId} and user_id = ${userId} returning ${PROGRESS}`);
  return progressOf(rows[0] as ProgressRow);
}

export interface TakenShot {
  shotId: Id<'event-shot'>;
  nonce: number;
  /** Null where nobody has asked for the hash. */
  committed: ShotSeed | null;
  /** The user's; null where the shot gets one of its own. */
  clientSeed: string | null;
  /** After it. */
  progress: Progress;
}

/**
 * Pays for a shot and takes its nonce and its committed seed, which is thereby used; null where the tickets do not
 * suffice. `div` and numeric, since the product may be beyond 64 bits and a division of numerics rounds.
 */
export async function spendTickets(
  tx: Tx,
  { eventId, userId }: Participant,
  ticketPrice: number,
): Promise<TakenShot | null> {
  type Row = ProgressRow & Pick<TakenShot, 'shotId' | 'clientSeed'> & Record<keyof ShotSeed, string | null>;
  const rows = await tx.query<Row>(sql`
    update event_progress
    set tickets_spent = tickets_spent + ${ticketPrice}, shots = shots + 1,
      next_server_seed = null, next_server_seed_hash = null, next_committed_at = null
    from events, users
    where events.id = event_id and users.id = user_id and event_id = ${eventId} and user_id = ${userId}
      and div(wagered_cents::numeric * tickets_per_real, 100) + tickets_given - tickets_spent >= ${ticketPrice}
    returning nextval('event_shots_id_seq') as "shotId", old.next_server_seed as "serverSeed",
      old.next_server_seed_hash as "serverSeedHash", old.next_committed_at::text as "committedAt",
      client_seed as "clientSeed", ${PROGRESS}`);
  const row = rows[0];
  if (row === undefined) return null;
  const { shotId, serverSeed, serverSeedHash, committedAt, clientSeed } = row;
  const committed = serverSeed && serverSeedHash ? { serverSeed, serverSeedHash, committedAt } : null;
  return { shotId, nonce: Number(row.shots), committed, clientSeed, progress: progressOf(row) };
}
