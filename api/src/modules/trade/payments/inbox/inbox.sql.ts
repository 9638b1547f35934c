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

/** The order of the keys prevents deadlocks. A stored event stays as it was. */
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

/** Locks them before anything else, and skips those that another transaction has locked. */
export function lockWaitingEvents(tx: Tx, ids: readonly Id<'providerEvent'>[]): Promise<StoredEvent[]> {
  return tx.query<StoredEvent>(sql`
    select id, provider, event_key as key, kind, content, said_at from provider_events
    where id = any(${ids}::bigint[]) and outcome is null order by id for update skip locked`);
}

export async function listWaitingIds(
  db: Db | Tx,
  after: Id<'providerEvent'> | null,
  limit: number,
): Promise<Id<'providerEvent'>[]> {
  const rows = await db.query<{ id: Id<'providerEvent'> }>(sql`
    select id from provider_events where outcome is null and id > ${after ?? 0}::bigint order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export async function findWaitingOf(db: Db | Tx, ids: readonly Id<'providerEvent'>[]): Promise<Id<'providerEvent'>[]> {
  const rows = await db.query<{ id: Id<'providerEvent'> }>(sql`
    select id from provider_events where id = any(${ids}::bigint[]) and outcome is null`);
  return rows.map(({ id }) => id);
}

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

export async function findPaidTxids(tx: Tx, endToEndIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ endToEndId: string; txid: string }>(sql`
    select event_key as end_to_end_id, content ->> 'txid' as txid from provider_events
    where provider = ${PIX_PROVIDER} and event_key = any(${endToEndIds}::text[]) and kind = ${PIX_PAYMENT}
      and content ->> 'txid' is not null`);
  return new Map(rows.map(({ endToEndId, txid }) => [endToEndId, txid]));
}

/** Failed returns do not count. A return's key begins with that of its payment. */
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
