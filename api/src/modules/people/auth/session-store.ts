import type { Clock } from '../../../platform/clock.ts';
import type { Announcements } from '../../../platform/database/announcements.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { HotStore } from '../../../platform/hot-store/hot-store.ts';
import type { HotSession, Session } from './auth.types.ts';
import { sessionHashOf } from './session-hash.ts';
import type { LookUpLimit } from './session-look-ups.ts';
import { findSession } from './sessions.sql.ts';

const SESSION_LIFETIME_MS = 604_800_000;
export const SESSIONS_ENDED = 'sessions-ended';
const SESSION_ID = /^[0-9a-f]{64}$/;

export interface SessionStore {
  /**
   * The session if it is valid: one read of the hot store, or of PostgreSQL where that knows nothing. The address is who
   * asks: it may not ask PostgreSQL for any number of sessions that do not exist.
   */
  find(sessionId: string, address: string): Promise<HotSession | null>;
  remember(session: Session): Promise<void>;
  /** By their hashes. */
  forget(hashes: readonly string[]): Promise<void>;
}

/**
 * PostgreSQL holds the sessions; the hot store has copies so that a check is one read. Ends of sessions are announced
 * by PostgreSQL to every process, which then forgets its copies, so losing Redis loses nothing and opens nothing.
 */
export function createSessionStore(deps: {
  db: Db;
  hotStore: HotStore;
  clock: Clock;
  announcements: Announcements;
  limitLookUps: LookUpLimit;
}): SessionStore {
  const { db, hotStore, clock, announcements, limitLookUps } = deps;
  // A new generation leaves all copies made so far behind: after a gap nobody knows which of them have ended.
  let generation = 0;
  announcements.onGap(() => {
    if (hotStore.kind === 'memory') generation += 1;
  });
  const keyOf = (hash: string) => `session:${generation}:${hash}`;
  const forget = (hashes: readonly string[]) => hotStore.delete(hashes.map(keyOf));
  const remember = (session: Session) =>
    hotStore.set(keyOf(session.id), JSON.stringify(hotSessionOf(session)), SESSION_LIFETIME_MS);

  const fill = async (hash: string): Promise<HotSession | null> => {
    const session = await findSession(db, hash);
    if (session === null) return null;
    await remember(session);
    // It may have ended between the read and the copy, whose removal then came too early. So look once more: an end
    // that commits later than this is announced after the copy was made, and removes it.
    if ((await findSession(db, hash)) !== null) return hotSessionOf(session);
    await forget([hash]);
    return null;
  };

  return {
    remember,
    forget,
    find: async (sessionId, address) => {
      if (!SESSION_ID.test(sessionId)) return null;
      const hash = sessionHashOf(sessionId);
      const copy = await hotStore.getAndRenew(keyOf(hash), SESSION_LIFETIME_MS);
      const session = copy === null ? await limitLookUps(address, () => fill(hash)) : (JSON.parse(copy) as HotSession);
      if (session === null || session.expiresAtMs > clock.now().getTime()) return session;
      await forget([hash]);
      return null;
    },
  };
}

function hotSessionOf({ id, userId, platformId, ip, deviceId, expiresAt }: Session): HotSession {
  return { id, userId, platformId, ip, deviceId, expiresAtMs: expiresAt.getTime() };
}
