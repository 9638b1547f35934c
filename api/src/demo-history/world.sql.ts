import { chanceOfPercent } from '@lisura/fairness';
import { findPlayableTerms, isPaused } from '../modules/games/cases/index.ts';
import { upgradeEdgeSetting } from '../modules/games/upgrades/index.ts';
import type { Tx } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { Settings } from '../platform/settings.ts';
import type { World, WorldCase, WorldItem } from './history.types.ts';

type InText<Of extends { valueCents: bigint }> = Omit<Of, 'valueCents'> & { valueCents: string };

interface CaseRow extends Omit<WorldCase, 'priceCents' | 'items'> {
  priceCents: string;
  items: InText<WorldCase['items'][number]>[];
}

/** What can be played at this moment. */
export async function readWorld(tx: Tx, settings: Settings): Promise<World> {
  const cases = await listCases(tx);
  const terms = await findPlayableTerms(
    tx,
    cases.map(({ id }) => id),
  );
  const edgePercent = await settings.read(tx, upgradeEdgeSetting);
  return {
    cases: cases.filter(({ id }) => {
      const found = terms.get(id);
      return found !== undefined && !isPaused(found);
    }),
    items: await listItems(tx),
    edgeUnits: chanceOfPercent(edgePercent),
  };
}

async function listCases(tx: Tx): Promise<WorldCase[]> {
  const rows = await tx.query<CaseRow>(sql`
    select cases.id, cases.name, version.id as "versionId", price_cents as "priceCents",
      flip_threshold as "flipThreshold", (
        select json_agg(json_build_object('itemId', items.id::text, 'name', items.name,
          'imageUrl', items.image_url, 'valueCents', value_cents_brl::text, 'hashRangeStart', hash_range_start, 'hashRangeEnd', hash_range_end)
          order by hash_range_start)
        from case_version_items join items on items.id = item_id where version_id = version.id) as items
    from cases join case_versions version on version.id = current_version_id
    where status = 'ACTIVE' order by price_cents, cases.id`);
  return rows.map((row) => ({ ...row, priceCents: BigInt(row.priceCents), items: row.items.map(itemOf) }));
}

async function listItems(tx: Tx): Promise<WorldItem[]> {
  const rows = await tx.query<InText<WorldItem>>(sql`
    select id as "itemId", name, image_url as "imageUrl", value_cents_brl as "valueCents" from items
    where archived_at is null and value_cents_brl > 0 order by value_cents_brl, id`);
  return rows.map(itemOf);
}

const itemOf = <Of extends WorldItem>(row: InText<Of>) =>
  ({ ...row, valueCents: BigInt(row.valueCents) }) as unknown as Of;
