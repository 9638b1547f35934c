import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { PersonFacts } from '../../../platform/person-facts.ts';
import { findUser } from '../users/index.ts';
import { deleteBrought, insertBrought, type NamedFact, takeKept, upsertKept } from './facts.sql.ts';
import type { PersonHashes } from './person-hashes.ts';

export interface FactsDeps {
  personHashes: PersonHashes;
  /** Of all modules. */
  follows: PersonFacts;
}

/**
 * Of who closes their account, before anything is erased. What had been brought to the account is kept on by who looks at
 * it, with the time that it had: closing and coming back lengthens and shortens nothing.
 */
export async function keepFacts(
  tx: Tx,
  { personHashes, follows }: FactsDeps,
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
  if (kept.length === 0) return;
  const personHash = personHashes.current(user.platformId);
  await upsertKept(tx, { personHash, keyId: personHashes.keyId }, kept);
}

/** Of who comes back as a new user: what was kept of the account before holds for this one. */
export async function bringFacts(
  tx: Tx,
  { personHashes, follows }: FactsDeps,
  { id: userId, platformId }: { id: Id<'user'>; platformId: string },
  now: Date,
): Promise<void> {
  const kept = await takeKept(tx, personHashes.all(platformId));
  for (const fact of kept) {
    const followed = follows[fact.name];
    if (followed === undefined || (fact.until !== null && fact.until <= now)) continue;
    if (followed.bring === undefined) await insertBrought(tx, userId, fact);
    else await followed.bring(tx, userId, fact, now);
  }
}
