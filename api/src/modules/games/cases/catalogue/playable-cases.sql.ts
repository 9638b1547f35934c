import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import { MAX_RTP_PERCENT, PRICE_EPOCH, worthOfVersion } from '../case-returns.sql.ts';
import type { PlayableCase, PlayableItem } from '../cases.types.ts';

interface PlayableRow extends Omit<PlayableCase, 'priceCents' | 'worthCents'> {
  priceCents: bigint;
  worthCents: bigint;
}

/** One statement, so that the version and its items are of one moment. Null where the case is not active. */
export async function findPlayableCase(db: Db, caseId: Id<'case'>): Promise<PlayableCase | null> {
  const rows = await db.query<PlayableRow>(sql`
    select cases.id, cases.name, cases.image_url, price_cents,
      version.id as version_id, version.number as version_number, version.flip_threshold,
      ${worthOfVersion('version.id')} as worth_cents, ${MAX_RTP_PERCENT} as max_rtp_percent,
      ${PRICE_EPOCH} as price_epoch,
      (select json_agg(json_build_object('itemId', items.id::text, 'name', items.name, 'imageUrl', items.image_url,
          'rarity', items.rarity, 'hashRangeStart', hash_range_start, 'hashRangeEnd', hash_range_end)
          order by hash_range_start)
        from case_version_items join items on items.id = item_id where version_id = version.id) as items
    from cases join case_versions version on version.id = current_version_id
    where cases.id = ${caseId} and status = 'ACTIVE'`);
  const row = rows[0];
  if (row === undefined) return null;
  const { priceCents, worthCents, items } = row;
  return {
    ...row,
    priceCents,
    worthCents,
    items: items as readonly PlayableItem[],
  };
}
