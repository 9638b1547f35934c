import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Day } from '../../../platform/days.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  Action,
  Decider,
  Decision,
  ExpiredProposal,
  Giveaway,
  GivingPair,
  NearGain,
  WaitingProposal,
} from './decisions.records.ts';

export async function findFreshFactor(
  tx: Tx,
  userId: Id<'user'>,
  sessionId: string | null,
  since: Date,
): Promise<{ enabledAt: Date } | null> {
  const rows = await tx.query<{ enabledAt: Date }>(sql`
    select enabled_at from session_second_factors verified join second_factors using (user_id)
    where session_id = ${sessionId} and user_id = ${userId} and verified_at > ${since}
      and enabled_at is not null and verified_at >= enabled_at`);
  return rows[0] ?? null;
}

/** Returns the author, or null. Under the lock of the record the second of two administrators finds it carried out. */
export async function carryOutProposal(
  tx: Tx,
  { entity, action, content }: Action,
  { actorId, since, now }: { actorId: Id<'user'>; since: Date; now: Date },
): Promise<Id<'user'> | null> {
  const rows = await tx.query<{ proposedBy: Id<'user'> }>(sql`
    update decision_proposals set carried_out_by = ${actorId}, carried_out_at = ${now}
    where entity_type = ${entity.type} and entity_id = ${entity.id} and action = ${action} and content = ${content}
      and carried_out_at is null and proposed_by <> ${actorId} and proposed_at > ${since}
      and exists (select from users where id = proposed_by and status = 'ACTIVE')
    returning proposed_by`);
  return rows[0]?.proposedBy ?? null;
}

export async function upsertProposal(
  tx: Pick<Db | Tx, 'query'>,
  { entity, action, content, ownerId }: Decision,
  { actorId, reason }: Decider,
  now: Date,
): Promise<void> {
  await tx.query(sql`
    insert into decision_proposals (entity_type, entity_id, action, content, owner_id, proposed_by, reason, proposed_at)
    values (${entity.type}, ${entity.id}, ${action}, ${content}, ${ownerId}, ${actorId}, ${reason}, ${now})
    on conflict (entity_type, entity_id, action) where carried_out_at is null do update
    set content = excluded.content, proposed_by = excluded.proposed_by, reason = excluded.reason,
      proposed_at = excluded.proposed_at`);
}

export function listWaiting(
  db: Db | Tx,
  entityType: string,
  entityIds: readonly string[],
  since: Date,
): Promise<WaitingProposal[]> {
  return db.query<WaitingProposal>(sql`
    select entity_id, action, content, proposed_by, username as proposer_name, reason, proposed_at
    from decision_proposals proposal join users on users.id = proposed_by and status = 'ACTIVE'
    where entity_type = ${entityType} and entity_id = any(${entityIds}::text[]) and carried_out_at is null
      and proposed_at > ${since}
    order by proposed_at, proposal.id`);
}

export async function deleteExpired(tx: Tx, before: Date, limit: number): Promise<ExpiredProposal[]> {
  return tx.query<ExpiredProposal>(sql`
    delete from decision_proposals where id in (
      select id from decision_proposals where carried_out_at is null and proposed_at <= ${before}
      order by id limit ${limit} for update skip locked)
    returning entity_type, entity_id, action, owner_id, proposed_by`);
}

/**
 * The sum of the day must include all decisions of the administrator. The lock of the account, taken before, orders
 * those for one beneficiary.
 */
export async function lockGiveaways(tx: Tx, administratorId: Id<'user'>): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`giveaways by ${administratorId}`}, 0))`);
}

/** Returns the greater sum of the day: of this administrator, or of single administrators to this beneficiary. */
export async function sumGivenAlone(tx: Tx, { administratorId, beneficiaryId }: GivingPair, day: Day): Promise<Cents> {
  const rows = await tx.query<{ cents: bigint }>(sql`
    select greatest(
      (select coalesce(sum(cents), 0) from giveaways
        where administrator_id = ${administratorId} and day = ${day} and second_administrator_id is null),
      (select coalesce(sum(cents), 0) from giveaways
        where beneficiary_id = ${beneficiaryId} and day = ${day} and second_administrator_id is null)) as cents`);
  return rows[0]?.cents ?? 0n;
}

export async function insertGiveaway(
  tx: Tx,
  { day, administratorId, secondAdministratorId, beneficiaryId, entity, action, cents, now }: Giveaway,
): Promise<void> {
  await tx.query(sql`
    insert into giveaways (day, administrator_id, second_administrator_id, beneficiary_id, entity_type, entity_id, action,
      cents, created_at)
    values (${day}, ${administratorId}, ${secondAdministratorId}, ${beneficiaryId}, ${entity.type}, ${entity.id},
      ${action}, ${cents}, ${now})`);
}

/** Everybody who tries the product on one machine shares these. */
const OWN_ADDRESSES = sql`('127.0.0.1', '::1', '::ffff:127.0.0.1')`;

const gainsSince = (since: Date, userId: Id<'user'> | null): Sql => {
  const of = (column: Sql) => (userId === null ? sql`true` : sql`${column} = ${userId}`);
  return sql`
    select event_claims.user_id, publishers.user_id as administrator_id from event_claims
    join publishers on entity_type = 'event' and entity_id = event_id::text
    where event_claims.created_at >= ${since} and ${of(sql`event_claims.user_id`)}
    union all
    select event_shots.user_id, publishers.user_id from event_shots
    join publishers on entity_type = 'event' and entity_id = event_id::text
    where event_shots.created_at >= ${since} and ${of(sql`event_shots.user_id`)}
    union all
    select winner_id, publishers.user_id from raffle_prizes
    join raffles on raffles.id = raffle_id
    join publishers on entity_type = 'raffle' and entity_id = raffle_id::text
    where drawn_at >= ${since} and winner_id is not null and ${of(sql`winner_id`)}
    union all
    select beneficiary_id, administrator from giveaways
    cross join lateral (values (administrator_id), (second_administrator_id)) gave (administrator)
    where created_at >= ${since} and cents > 0 and beneficiary_id is not null and administrator is not null
      and ${of(sql`beneficiary_id`)}`;
};

export async function findNearGains(db: Db | Tx, since: Date, userId: Id<'user'> | null): Promise<NearGain[]> {
  return db.query<NearGain>(sql`
    with gained as (
      select user_id, administrator_id, count(*)::int as gains from (${gainsSince(since, userId)}) gain
      where user_id <> administrator_id group by user_id, administrator_id),
    concerned as (select user_id from gained union select administrator_id from gained),
    came as (
      select user_id, 'address' as kind, ip as at from sessions where user_id in (select user_id from concerned)
      union
      select user_id, 'address', seen.ip from session_addresses seen join sessions on sessions.id = session_id
      where user_id in (select user_id from concerned)
      union
      select user_id, 'device', device_id from sessions
      where device_id is not null and user_id in (select user_id from concerned))
    select user_id, administrator_id, gains from gained
    where exists (
      select from came own join came theirs using (kind, at)
      where own.user_id = gained.user_id and theirs.user_id = gained.administrator_id
        and not (kind = 'address' and at in ${OWN_ADDRESSES}))
    order by gains desc, user_id, administrator_id`);
}
