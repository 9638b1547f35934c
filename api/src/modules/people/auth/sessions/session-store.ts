import type { Clock } from '../../../../platform/clock.ts';
import type { Announcements } from '../../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../../platform/database/db.ts';
import { tooManyRequests } from '../../../../platform/errors.ts';
import type { HotStore } from '../../../../platform/hot-store/hot-store.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { type HotSession, type Session, sessionHashOf } from './sessions.records.ts';
import { findSession, lockUsersOf, writeActivity } from './sessions.sql.ts';

/** Throws where too many look-ups of the address have found nothing. */
type LookUpLimit = <Found>(address: string, lookUp: () => Promise<Found | null>) => Promise<Found | null>;

const WINDOW_MS = 60_000;
/** The others wait; when their turn comes, a guessing address is known. */
const MAX_AT_ONCE = 10;
const MAX_ADDRESSES = 50_000;

interface Standing {
  misses: number;
  resetsAtMs: number;
  running: number;
  waiting: (() => void)[];
}

/**
 * Without it, made-up session ids would each cost a look-up in PostgreSQL before any rate limit knows the user. Only
 * misses count, since after a start every user is looked up once. The hot store answers known sessions without a
 * look-up.
 */
export function createLookUpLimit(clock: Clock, missesPerMinute: number): LookUpLimit {
  const standings = new Map<string, Standing>();
  const nowMs = () => clock.now().getTime();

  function standingOf(address: string): Standing {
    const known = standings.get(address);
    if (known !== undefined) return known;
    if (standings.size >= MAX_ADDRESSES) forgetIdle(standings, nowMs());
    const standing = { misses: 0, resetsAtMs: 0, running: 0, waiting: [] };
    standings.set(address, standing);
    return standing;
  }

  function refuseGuesser(standing: Standing): void {
    const leftMs = standing.resetsAtMs - nowMs();
    if (leftMs > 0 && standing.misses >= missesPerMinute) throw tooManyRequests(leftMs);
  }

  function countMiss(standing: Standing): void {
    if (standing.resetsAtMs <= nowMs()) Object.assign(standing, { misses: 0, resetsAtMs: nowMs() + WINDOW_MS });
    standing.misses += 1;
  }

  return async (address, lookUp) => {
    if (missesPerMinute === 0) return lookUp();
    const standing = standingOf(address);
    await takeTurn(standing);
    try {
      refuseGuesser(standing);
      const found = await lookUp();
      if (found === null) countMiss(standing);
      return found;
    } finally {
      endTurn(standing);
    }
  };
}

async function takeTurn(standing: Standing): Promise<void> {
  if (standing.running >= MAX_AT_ONCE) await new Promise<void>((resolve) => standing.waiting.push(resolve));
  else standing.running += 1;
}

/** The turn goes to the longest waiter. */
function endTurn(standing: Standing): void {
  const next = standing.waiting.shift();
  if (next === undefined) standing.running -= 1;
  else next();
}

/** Forgets idle addresses, or all if none is idle: a lost count is better than endless memory. */
function forgetIdle(standings: Map<string, Standing>, nowMs: number): void {
  for (const [address, { running, resetsAtMs }] of standings) {
    if (running === 0 && resetsAtMs <= nowMs) standings.delete(address);
  }
  if (standings.size >= MAX_ADDRESSES) standings.clear();
}

const SESSION_LIFETIME_MS = 604_800_000;
export const SESSIONS_ENDED = 'sessions-ended';
const SESSION_ID = /^[0-9a-f]{64}$/;

export interface SessionStore {
  /**
   * Reads the hot store, and PostgreSQL if that has no copy. The look-ups of an address that find nothing are limited.
   */
  find(sessionId: string, address: string): Promise<HotSession | null>;
  remember(session: Session): Promise<void>;
  /** By their hashes. */
  forget(hashes: readonly string[]): Promise<void>;
}

/**
 * PostgreSQL holds the sessions; copies in the hot store make a check one read. PostgreSQL announces ends to every
 * process, which forgets its copies, so losing Redis loses and opens nothing.
 */
export function createSessionStore(deps: {
  db: Db;
  hotStore: HotStore;
  clock: Clock;
  announcements: Announcements;
  limitLookUps: LookUpLimit;
}): SessionStore {
  const { db, hotStore, clock, announcements, limitLookUps } = deps;
  // After a gap some copies may be of ended sessions, so a new generation leaves all of them behind.
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
    // The session may have ended between the read and the copy, so its removal came too early. A later end is announced
    // after the copy was made, and removes it.
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

/** Others see the activity within a second. It takes two statements for any number of requests. */
const FLUSH_EVERY_MS = 500;
const MAX_PER_TRANSACTION = 5_000;

export interface SessionActivity {
  touch(sessionId: string): void;
  /** Resolves once everything so far is stored. */
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Every valid request renews its session's `lastActivity`. They are written together later, because a write would cost
 * more than the request. A crash loses half a second, which decides about no money.
 */
export function createSessionActivity(deps: { db: Db; clock: Clock; logger: Logger }): SessionActivity {
  let seen = new Map<string, Date>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    let unwritten = [...seen];
    seen = new Map();
    try {
      while (unwritten.length > 0) {
        await writePart(deps.db, unwritten.slice(0, MAX_PER_TRANSACTION));
        unwritten = unwritten.slice(MAX_PER_TRANSACTION);
      }
    } catch (error) {
      // The next flush writes them; newer times win.
      seen = new Map([...unwritten, ...seen]);
      throw error;
    }
  };
  const flush = () => {
    writing = writing.then(write, write);
    return writing;
  };
  return {
    touch: (sessionId) => {
      seen.set(sessionId, deps.clock.now());
    },
    flush,
    start: () => {
      timer = setInterval(() => {
        if (seen.size > 0) flush().catch((err) => deps.logger.warn({ err }, 'Session activity could not be written'));
      }, FLUSH_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

async function writePart(db: Db, part: readonly (readonly [string, Date])[]): Promise<void> {
  const ids = part.map(([id]) => id);
  const times = part.map(([, at]) => at);
  await transaction(db, (tx) => Promise.all([lockUsersOf(tx, ids), writeActivity(tx, ids, times)]));
}
