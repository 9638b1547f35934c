import { type PlayedUpgrade, type Verification, verifyUpgrade as verifyPlayed } from '@lisura/fairness';
import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { findCommittedHash, userStream } from '../rolls/index.ts';
import { upgradeNotFound } from './upgrades.errors.ts';
import { findUserUpgrade } from './upgrades.sql.ts';
import type { StoredUpgrade } from './upgrades.types.ts';

/** 404 where the upgrade is not the user's. */
export async function verifyUpgrade(
  db: Db,
  userId: Id<'user'>,
  id: Id<'upgrade'>,
): Promise<{ upgrade: StoredUpgrade; verification: Verification }> {
  const upgrade = await findUserUpgrade(db, userId, id);
  if (upgrade === null) throw upgradeNotFound();
  const committedHash = await findCommittedHash(db, userStream(userId), upgrade.nonce);
  return { upgrade, verification: verifyPlayed(playedUpgradeOf(upgrade), committedHash) };
}

export const playedUpgradeOf = (upgrade: StoredUpgrade): PlayedUpgrade => ({
  ...upgrade,
  itemsCents: upgrade.inputs.map(({ item }) => item.valueCents),
  targetCents: upgrade.target.valueCents,
});
