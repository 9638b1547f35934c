import {
  compared,
  percentOfChance,
  upgradeChanceUnits,
  upgradeThreshold,
  type Verification,
  type VerificationStep,
  verificationOf,
} from '@lisura/fairness';
import type { Db } from '../../../platform/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { findCommittedHash } from '../fairness/index.ts';
import { upgradeNotFound } from './upgrades.errors.ts';
import { statusOf, totalValueOf } from './upgrades.rules.ts';
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
  const committedHash = await findCommittedHash(db, userId, upgrade.nonce);
  return { upgrade, verification: verificationOf(upgrade, committedHash, (roll) => upgradeSteps(upgrade, roll)) };
}

/** From what was staked and the roll to the outcome; each step goes on from what the one before it computed. */
export function upgradeSteps(upgrade: StoredUpgrade, roll: number): VerificationStep[] {
  const { inputs, balanceCents, target, edgeUnits } = upgrade;
  const totalCents = totalValueOf(inputs) + balanceCents;
  const chanceUnits = upgradeChanceUnits({ totalCents, targetCents: target.valueCents, edgeUnits });
  const threshold = upgradeThreshold(chanceUnits);
  return [
    compared(
      'stake',
      'What the items were worth, added up, and the part from the balance, in BRL cents',
      String(totalCents),
      String(upgrade.totalCents),
    ),
    compared(
      'chance',
      `The stake divided by the ${target.valueCents} cents of the target, less the ${percentOfChance(edgeUnits)} percent of ` +
        'the house, rounded down to 4 decimals of a percent, and at most 90 percent',
      percentOfChance(chanceUnits),
      percentOfChance(upgrade.chanceUnits),
    ),
    compared(
      'threshold',
      '10000000 less the chance as a share of 10000000: rolls from here on win',
      threshold,
      upgrade.successThreshold,
    ),
    compared(
      'outcome',
      `The roll ${roll} ${roll >= threshold ? 'reaches' : 'is below'} the threshold ${threshold}`,
      statusOf(chanceUnits, roll),
      upgrade.status,
    ),
  ];
}
