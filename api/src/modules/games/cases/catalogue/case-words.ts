import { cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { PageWords } from '../../../../platform/http/pages.ts';

const MAX_AGE_MS = 10_000;

/**
 * The words of a case's page. Pages have no rate limit: however many are asked for, and for whatever addresses, the database is
 * asked once in ten seconds.
 */
export function createCaseWords({ db, clock }: { db: Db; clock: Clock }): PageWords {
  const words = cached({ clock, maxAgeMs: MAX_AGE_MS }, async () => {
    const rows = await db.query<{ id: string; slug: string; name: string; category: string; description: string }>(sql`
      select id, slug, name, category, description from cases where status = 'ACTIVE'`);
    return new Map(rows.flatMap(({ id, slug, ...each }) => [id, slug].map((key) => [key, each])));
  });
  return async ({ slug = '' }) => (await words.get()).get(slug) ?? null;
}
