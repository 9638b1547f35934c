import { cached } from '../../../../platform/batches/cached.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Announcements } from '../../../../platform/database/announcements.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { PageWords } from '../../../../platform/http/pages.ts';
import { type Id, toId } from '../../../../platform/ids.ts';
import { caseNotFound, isPaused, type PlayableCase, theoreticalRtp, versionNotFound } from '../cases.records.ts';
import {
  findCase,
  findCaseBySlug,
  findPlayableCase,
  findVersion,
  listActiveReturns,
  listVersionItems,
  listVersions,
  type VersionReader,
} from './cases.sql.ts';
import type { ActiveCase, Case, CaseDetail, DescribedCaseItem, VersionContents } from './catalogue.records.ts';

/** Keeps the playable cases in the memory of this process. */
export interface CaseCatalogue {
  /** Null: there is no such active case. The copy is at most a moment older than the last edit. */
  find(caseId: Id<'case'>): Promise<PlayableCase | null>;
  /** Reads the database and replaces the copy. */
  findNow(caseId: Id<'case'>): Promise<PlayableCase | null>;
}

interface CatalogueDeps {
  db: Db;
  announcements: Announcements;
}

/** Every change of a case announces it in its transaction. */
export const CASES_CHANGED = 'cases-changed';
const ITEMS_CHANGED = 'items-changed';

export function createCaseCatalogue({ db, announcements }: CatalogueDeps): CaseCatalogue {
  let generation = 0;
  let kept = new Map<Id<'case'>, PlayableCase>();
  let underWay = new Map<Id<'case'>, Promise<PlayableCase | null>>();

  /** Edits are rare, so everything goes. A read that is under way may have seen the old state and is not kept. */
  function drop(): void {
    generation += 1;
    kept = new Map();
    underWay = new Map();
  }
  announcements.on(CASES_CHANGED, drop);
  announcements.on(ITEMS_CHANGED, drop);
  announcements.onGap(drop);

  /** Inactive ids are not kept, because there are endless many. */
  async function read(caseId: Id<'case'>): Promise<PlayableCase | null> {
    const begunIn = generation;
    try {
      const found = await findPlayableCase(db, caseId);
      if (begunIn === generation) keep(caseId, found);
      return found;
    } finally {
      if (begunIn === generation) underWay.delete(caseId);
    }
  }

  function keep(caseId: Id<'case'>, found: PlayableCase | null): void {
    if (found === null) kept.delete(caseId);
    else kept.set(caseId, found);
  }

  return {
    find: async (caseId) => {
      // Nobody would tell of an edit now, so memory cannot be trusted.
      if (!announcements.isListening) return findPlayableCase(db, caseId);
      const known = kept.get(caseId);
      if (known !== undefined) return known;
      // Simultaneous callers share one read.
      const reading = underWay.get(caseId) ?? read(caseId);
      underWay.set(caseId, reading);
      return reading;
    },
    findNow: read,
  };
}

const IS_ID = /^[0-9]+$/;

/** A number beyond 64 bits is no id. */
function idOf(key: string): Id<'case'> {
  try {
    return toId(key);
  } catch {
    throw caseNotFound();
  }
}

async function readActiveCase(db: Db, key: string): Promise<ActiveCase> {
  const found = IS_ID.test(key) ? await findCase(db, idOf(key)) : await findCaseBySlug(db, key);
  if (found === null || !isActive(found)) throw caseNotFound();
  return found;
}

export async function readActiveCaseItems(db: Db, key: string): Promise<[ActiveCase, DescribedCaseItem[]]> {
  const found = await readActiveCase(db, key);
  return [found, await listVersionItems(db, found.versionId)];
}

/** Versions of archived cases stay public, so that openings can be verified for ever. */
export async function readVersion(
  db: Db,
  id: Id<'case'>,
  number: number,
  reader: VersionReader,
): Promise<VersionContents> {
  const version = await findVersion(db, id, number, reader);
  if (version === null) throw versionNotFound();
  return { ...version, items: await listVersionItems(db, version.id) };
}

export async function readCaseDetail(db: Db | Tx, id: Id<'case'>): Promise<CaseDetail> {
  const found = await findCase(db, id);
  if (found === null) throw caseNotFound();
  const [items, versions] = await Promise.all([
    found.versionId === null ? [] : listVersionItems(db, found.versionId),
    listVersions(db, id),
  ]);
  return { ...found, items, versions };
}

/** The database keeps active cases from having no contents. */
export function isActive(found: Case): found is ActiveCase {
  return found.status === 'ACTIVE' && found.versionId !== null && found.versionNumber !== null;
}

interface PausedCase {
  id: Id<'case'>;
  name: string;
  theoreticalRtpPercent: string;
}

export async function listPausedCases(db: Db | Tx): Promise<PausedCase[]> {
  const paused = (await listActiveReturns(db)).filter(isPaused);
  return paused.map(({ id, name, worthCents, priceCents }) => ({
    id,
    name,
    theoreticalRtpPercent: theoreticalRtp(worthCents ?? 0n, priceCents),
  }));
}

const MAX_AGE_MS = 10_000;

/** Pages have no rate limit, so the database is asked only once in ten seconds. */
export function createCaseWords({ db, clock }: { db: Db; clock: Clock }): PageWords {
  const words = cached({ clock, maxAgeMs: MAX_AGE_MS }, async () => {
    const rows = await db.query<{ id: string; slug: string; name: string; category: string; description: string }>(sql`
      select id, slug, name, category, description from cases where status = 'ACTIVE'`);
    return new Map(rows.flatMap(({ id, slug, ...each }) => [id, slug].map((key) => [key, each])));
  });
  return async ({ slug = '' }) => (await words.get()).get(slug) ?? null;
}
