import type { Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { PIX_PAYMENT, PIX_PROVIDER, RETURN_MARK } from './pix-events.types.ts';

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
