import { type Db, transaction } from '../../../platform/database/db.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { userNotFound } from '../../people/users/index.ts';
import { findBalance, findStake } from './perform-upgrade.sql.ts';
import { upgradeEdgeSetting } from './upgrade-edge.ts';
import { upgradeRefused } from './upgrades.errors.ts';
import { judgeStake } from './upgrades.rules.ts';
import type { StakeRequest, UpgradeOffer } from './upgrades.types.ts';

/** What performing it now would be played at, or would be refused for. Nothing is locked or changed. */
export async function calculateUpgrade(
  { db, settings }: { db: Db; settings: Settings },
  request: StakeRequest,
): Promise<UpgradeOffer> {
  const [accountCents, found, edgePercent] = await transaction(db, (tx) =>
    Promise.all([findBalance(tx, request.userId), findStake(tx, request), settings.read(tx, upgradeEdgeSetting)]),
  );
  if (accountCents === null) throw userNotFound();
  const judged = judgeStake(request, { found, accountCents, edgePercent });
  if ('fault' in judged) throw upgradeRefused(judged.fault);
  return judged.offer;
}
