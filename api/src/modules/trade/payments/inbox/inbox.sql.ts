import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import {
  type EventSource,
  PIX_PAYMENT,
  PIX_PROVIDER,
  type ProviderEvent,
  RETURN_MARK,
  type StoredEvent,
} from './inbox.records.ts';

export interface NewEvent extends ProviderEvent {
  provider: string;
  source: EventSource;
}

/**
 * Those that are new, in one statement. In the order of their keys, so that two of these never wait for each other. One
 * that was stored before stays as it was.
 */
export async function insertEvents(
  db: Db | Tx,
  events: readonly NewEvent[],
  now: Date,
): Promise<Id<'providerEvent'>[]> {
  const rows = await db.query<{ id: Id<'providerEvent'> }>(sql`
    insert into provider_events (provider, event_key, kind, content, said_at, source, received_at)
    select provider, event_key, kind, content::jsonb, said_at, source, ${now}
    from ${givenEvents(events)} order by provider, event_key
    on conflict (provider, event_key) do nothing returning id`);
  return rows.map(({ id }) => id);
}

/** Of these the ones that are stored and say something else. */
export function findContradicted(
  db: Db | Tx,
  events: readonly NewEvent[],
): Promise<{ provider: string; key: string; stored: unknown; said: unknown }[]> {
  return db.query(sql`
    select provider, event_key as key, event.content as stored, given.content::jsonb as said
    from ${givenEvents(events)} join provider_events event using (provider, event_key)
    where event.content <> given.content::jsonb`);
}

const givenEvents = (events: readonly NewEvent[]) => sql`
  unnest(
    ${events.map(({ provider }) => provider)}::text[], ${events.map(({ key }) => key)}::text[],
    ${events.map(({ kind }) => kind)}::text[], ${events.map(({ content }) => JSON.stringify(content))}::text[],
    ${events.map(({ saidAt }) => saidAt?.toISOString() ?? null)}::timestamptz[],
    ${events.map(({ source }) => source)}::text[]
  ) as given (provider, event_key, kind, content, said_at, source)`;

/** Locked until the end of `tx`, before anything that they are applied to; whoever else has one, has it. */
export function lockWaitingEvents(tx: Tx, ids: readonly Id<'providerEvent'>[]): Promise<StoredEvent[]> {
  return tx.query<StoredEvent>(sql`
    select id, provider, event_key as key, kind, content, said_at from provider_events
    where id = any(${ids}::bigint[]) and outcome is null order by id for update skip locked`);
}

/** The oldest first, after one that was looked at. */
export async function listWaitingIds(
  db: Db | Tx,
  after: Id<'providerEvent'> | null,
  limit: number,
): Promise<Id<'providerEvent'>[]> {
  const rows = await db.query<{ id: Id<'providerEvent'> }>(sql`
    select id from provider_events where outcome is null and id > ${after ?? 0}::bigint order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Those of `ids` that are not applied. */
export async function findWaitingOf(db: Db | Tx, ids: readonly Id<'providerEvent'>[]): Promise<Id<'providerEvent'>[]> {
  const rows = await db.query<{ id: Id<'providerEvent'> }>(sql`
    select id from provider_events where id = any(${ids}::bigint[]) and outcome is null`);
  return rows.map(({ id }) => id);
}

/** Of each provider that has any. */
export function countWaiting(db: Db): Promise<{ provider: string; count: number }[]> {
  return db.query(sql`
    select provider, count(*)::int as count from provider_events where outcome is null group by provider`);
}

export async function writeOutcomes(
  tx: Tx,
  outcomes: readonly { id: Id<'providerEvent'>; outcome: string }[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    update provider_events event set outcome = given.outcome, applied_at = ${now}
    from unnest(
      ${outcomes.map(({ id }) => id)}::bigint[], ${outcomes.map(({ outcome }) => outcome)}::text[]
    ) as given (id, outcome)
    where event.id = given.id`);
}

/** The charges that payments are of, as the provider has reported the payments themselves; those that name one. */
export async function findPaidTxids(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ endToEndId: string; txid: string }>(sql`
    select event_key as end_to_end_id, content ->> 'txid' as txid from provider_events
    where provider = ${PIX_PROVIDER} and event_key = any(${endToEndIds}::text[]) and kind = ${PIX_PAYMENT}
      and content ->> 'txid' is not null`);
  return new Map(rows.map(({ endToEndId, txid }) => [endToEndId, txid]));
}

/**
 * Those of payments of which a return is stored, whether it is applied or not, and has not failed: the keys of returns begin
 * with theirs.
 */
export async function findGivenBack(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ endToEndId: string }>(sql`
    select end_to_end_id from unnest(${endToEndIds}::text[]) as given (end_to_end_id)
    where exists (
      select from provider_events reported where provider = ${PIX_PROVIDER}
        and event_key >= end_to_end_id || ${RETURN_MARK} and event_key < end_to_end_id || ${RETURN_MARK} || '~'
        and coalesce(content ->> 'status', 'DONE') <> 'FAILED' and (content ->> 'status' is null or not exists (
          select from provider_events failed where failed.provider = reported.provider and failed.event_key
            = end_to_end_id || ${RETURN_MARK} || (reported.content ->> 'returnId') || ':FAILED')))`);
  return new Set(rows.map(({ endToEndId }) => endToEndId));
}
