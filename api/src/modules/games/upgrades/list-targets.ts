import type { Db } from '../../../platform/database/db.ts';
import type { ListPart } from '../../../platform/lists.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { upgradeEdgeSetting } from './upgrade-edge.ts';
import type { UpgradeTarget } from './upgrades.records.ts';
import { chanceFor } from './upgrades.rules.ts';
import { findTargets, type TargetFilter } from './upgrades.sql.ts';

export interface TargetsDeps {
  db: Db;
  settings: Settings;
}

/** A target, with what a stake would be played at for it; null where it would be refused, or nothing was said of one. */
export interface OfferedTarget extends UpgradeTarget {
  chanceUnits: number | null;
}

/** As performing it would compute it: by the prices and the house's share of now. */
export async function listTargets(
  { db, settings }: TargetsDeps,
  { filter, stakeCents }: { filter: TargetFilter; stakeCents: Cents | null },
  part: ListPart,
): Promise<{ targets: OfferedTarget[]; total: number }> {
  const { targets, total } = await findTargets(db, filter, part);
  const edgePercent = settings.get(upgradeEdgeSetting);
  const offered = targets.map((target) => ({
    ...target,
    chanceUnits: stakeCents === null ? null : chanceFor(stakeCents, target.valueCents, edgePercent),
  }));
  return { targets: offered, total };
}
