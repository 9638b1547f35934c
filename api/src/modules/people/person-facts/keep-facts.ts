import { createHmac } from 'node:crypto';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Day, parseDay } from '../../../platform/days.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { PersonFacts, StoredFact, TakeOver } from '../../../platform/personal-data/person-facts.ts';
import { deriveKey, type SecretsKeys } from '../../../platform/secrets/secrets.ts';
import { findUser } from '../users/index.ts';
import {
  deleteBeside,
  deleteBrought,
  deleteFacts,
  findBearers,
  findBrought,
  insertBrought,
  keepBeside,
  listFacts,
  lockUsers,
  type NamedFact,
  upsertFacts,
} from './person-facts.sql.ts';

/** A returning person is recognized without a stored account id. */
export interface PersonHashes {
  readonly keyId: string;
  current(platformId: string): Buffer;
  all(platformId: string): Buffer[];
}

const PURPOSE = 'persons who excluded themselves';

export function createPersonHashes({ current, former }: SecretsKeys): PersonHashes {
  const keys = [current, ...former].map((key) => deriveKey(key, PURPOSE));
  const hashOf = (key: Buffer, platformId: string) => createHmac('sha256', key).update(platformId).digest();
  return {
    keyId: deriveKey(current, `${PURPOSE}: key id`).toString('hex').slice(0, 16),
    current: (platformId) => hashOf(keys[0] as Buffer, platformId),
    all: (platformId) => keys.map((key) => hashOf(key, platformId)),
  };
}

interface FactsDeps {
  personHashes: PersonHashes;
  /** Of all modules. */
  follows: PersonFacts;
  takeOvers: readonly TakeOver[];
  lockAccounts(tx: Tx, userIds: readonly Id<'user'>[]): Promise<unknown>;
}

/** It runs before anything is erased. Brought facts keep their end, so closing and returning changes no time. */
export async function keepFacts(
  tx: Tx,
  { personHashes, follows }: Pick<FactsDeps, 'personHashes' | 'follows'>,
  userId: Id<'user'>,
  now: Date,
): Promise<void> {
  const user = await findUser(tx, userId);
  if (user === null) return;
  const kept: NamedFact[] = [];
  for (const [name, { keep }] of Object.entries(follows)) {
    const fact = await keep(tx, userId, now);
    if (fact !== null) kept.push({ name, value: fact.value, until: fact.until });
  }
  await deleteBrought(tx, userId);
  const personHash = personHashes.current(user.platformId);
  await upsertFacts(tx, { personHash, keyId: personHashes.keyId }, kept);
}

/** Closed accounts are locked before kept facts, as by an administrator who records a discovery. */
export async function bringFacts(
  tx: Tx,
  deps: FactsDeps,
  { id: userId, platformId }: { id: Id<'user'>; platformId: string },
  now: Date,
): Promise<void> {
  const hashes = deps.personHashes.all(platformId);
  const kept = (await listFacts(tx, hashes)).filter(({ until }) => until === null || until > now);
  for (const fact of kept) {
    const followed = deps.follows[fact.name];
    if (followed === undefined || endsWithTakeOver(fact.name)) continue;
    if (followed.bring === undefined) await insertBrought(tx, userId, fact);
    else await followed.bring(tx, userId, fact, now);
  }
  await takeOver(tx, deps, userId, kept);
  await deleteFacts(tx, hashes);
}

async function takeOver(tx: Tx, deps: FactsDeps, userId: Id<'user'>, kept: readonly NamedFact[]): Promise<void> {
  const named = kept.filter(({ name }) => namesAccounts(name)).flatMap(({ value }) => Object.keys(value));
  const closedIds = [...new Set(named)] as Id<'user'>[];
  if (closedIds.length === 0) return;
  await deps.lockAccounts(tx, closedIds);
  await lockUsers(tx, closedIds);
  for (const each of deps.takeOvers) await each(tx, userId, closedIds);
}

type DayCents = ReadonlyMap<Day, Cents>;

export async function readBroughtDays(db: Db | Tx, userId: Id<'user'>, name: string): Promise<DayCents> {
  const fact = await findBrought(db, userId, name);
  const entries = Object.entries((fact?.value ?? {}) as Record<string, string>);
  return new Map(entries.map(([day, cents]) => [parseDay(day), BigInt(cents)]));
}

export const centsSince = (days: DayCents, first: Day): Cents =>
  [...days].reduce((sum, [day, cents]) => (day >= first ? sum + cents : sum), 0n);

export function keptDays(
  brought: DayCents,
  own: DayCents,
  { first, until }: { first: Day; until: Date },
): StoredFact<Record<Day, string>> | null {
  const sums = new Map<Day, Cents>();
  for (const [day, cents] of [...brought, ...own]) {
    if (day >= first && cents > 0n) sums.set(day, (sums.get(day) ?? 0n) + cents);
  }
  if (sums.size === 0) return null;
  const value = Object.fromEntries([...sums].map(([day, cents]) => [day, cents.toString()]));
  return { value: value as Record<Day, string>, until };
}

/** A Pix payment can be returned for 90 days, and its report takes some more; a trade can be reversed for seven. */
const KNOWN_DAYS = 100;

type Reason = 'suspension' | 'debt' | 'bar';

const PREFIX = 'accounts:';
const CLOSED = `${PREFIX}closed`;

export const accountsWith = (reason: Reason) => `${PREFIX}${reason}`;
const namesAccounts = (fact: string) => fact.startsWith(PREFIX);
/** The new account takes these over, so the lists end. */
const endsWithTakeOver = (fact: string) => namesAccounts(fact) && fact !== CLOSED;

type ClosedAccounts = Record<Id<'user'>, string>;

export const personFactsFollow: PersonFacts = {
  [CLOSED]: {
    keep: async (tx, userId, now) => {
      const until = new Date(now.getTime() + KNOWN_DAYS * DAY_MS);
      const brought = (await findBrought(tx, userId, CLOSED))?.value as ClosedAccounts | undefined;
      const known = Object.entries(brought ?? {}).filter(([, end]) => new Date(end) > now);
      return { value: { ...Object.fromEntries(known), [userId]: until.toISOString() }, until };
    },
  },
};

/** The caller holds the locks of the closed accounts. */
export const bearersOf = (tx: Tx, closedIds: readonly Id<'user'>[]) => findBearers(tx, CLOSED, closedIds);

export const bearerOf = async (tx: Tx, userId: Id<'user'>): Promise<Id<'user'>> =>
  (await bearersOf(tx, [userId])).get(userId) ?? userId;

/** The caller locks the account, whose person has not returned. Returns false if the person is no longer known. */
export const keepKnown = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<boolean> =>
  keepBeside(tx, { prefix: PREFIX, beside: accountsWith(reason), closedId });

export const forgetReason = (tx: Tx, closedId: Id<'user'>, reason: Reason): Promise<void> =>
  deleteBeside(tx, accountsWith(reason), closedId);
