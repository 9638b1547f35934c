import { join, type Sql, sql } from '../../../platform/database/sql.ts';
import type { Invariants } from '../../../platform/invariants/invariants.ts';
import { rootByDefinition } from './independent-root.ts';
import type { LogSource } from './log.records.ts';

export const logInvariants = (sources: readonly LogSource[]): Invariants => ({
  'every leaf of the public log is what its row says': sql`
    ${join(sources.map(alteredLeaves), ' union all ')}
    union all
    select kind, first_id from log_spans where kind <> all(${sources.map(({ kind }) => kind)}::text[])`,
  'the newest head of the public log is the root of its leaves': async (db) => {
    const rows = await db.query<{ hashes: Buffer | null; root: Buffer | null; size: string | null }>(sql`
      select (select string_agg(hashes, ''::bytea order by tile) from log_tiles where level = 0) as hashes, head.*
      from (select 1) one left join (select root, size from log_heads order by size desc limit 1) head on true`);
    const { hashes, root, size } = rows[0] ?? { hashes: null, root: null, size: null };
    const leaves = hashes ?? Buffer.alloc(0);
    const isRoot = root === null ? leaves.length === 0 : root.equals(rootByDefinition(leaves));
    return isRoot && BigInt(size ?? 0) === BigInt(leaves.length / 32) ? [] : [{ size, leaves: leaves.length / 32 }];
  },
  'every row that the public log has read has its leaf': sql`
    ${join(sources.map(missingLeaves), ' union all ')}`,
  'what has a leaf waits for none': sql`
    select log_waiting.kind, id from log_waiting
    join log_spans on log_spans.kind = log_waiting.kind and id between first_id and last_id`,
});

/** Waiting rows are left out: they may have got their result just now. */
const missingLeaves = ({ kind, leaves }: LogSource): Sql => sql`
    select ${kind} as kind, logged.id from (${leaves}) logged
    join log_sources on log_sources.kind = ${kind} and logged.id <= seen_id
    where leaf is not null
      and not exists (select from log_waiting where log_waiting.kind = ${kind} and log_waiting.id = logged.id)
      and not coalesce((
        select first_id <= logged.id from log_spans
        where log_spans.kind = ${kind} and last_id >= logged.id order by last_id limit 1), false)`;

/** A leaf may differ from its row, or have none. */
const alteredLeaves = ({ kind, leaves }: LogSource): Sql => sql`
    select kind, place.id from log_spans
    cross join lateral (
      select first_id + nth as id, first_leaf + nth as leaf from generate_series(0, last_id - first_id) nth) place
    join log_tiles on level = 0 and tile = place.leaf / 256
    left join lateral (select leaf from (${leaves}) logged where logged.id = place.id) now on true
    where kind = ${kind}
      and substring(hashes from (place.leaf % 256 * 32)::int + 1 for 32)
        is distinct from sha256('\\x00'::bytea || convert_to(now.leaf, 'UTF8'))`;
