import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts, TakeOver } from '../../../platform/personal-data/person-facts.ts';
import { findUser } from '../users/index.ts';
import { endsWithTakeOver, namesAccounts } from './closed-accounts.ts';
import {
  deleteBrought,
  deleteFacts,
  insertBrought,
  listFacts,
  lockUsers,
  type NamedFact,
  upsertFacts,
} from './person-facts.sql.ts';
import type { PersonHashes } from './person-hashes.ts';

export interface FactsDeps {
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
