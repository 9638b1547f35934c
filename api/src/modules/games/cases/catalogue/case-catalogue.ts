import type { Announcements } from '../../../../platform/database/announcements.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { PlayableCase } from '../cases.records.ts';
import { findPlayableCase } from './cases.sql.ts';

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
