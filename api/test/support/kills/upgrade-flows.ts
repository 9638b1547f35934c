import { performUpgrade } from '../../../src/modules/games/upgrades/perform-upgrade.ts';
import { upgradeGame } from '../../../src/modules/games/upgrades/upgrades.game.ts';
import { performedView, upgradeEdgeSetting } from '../../../src/modules/games/upgrades/upgrades.records.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { playDepsOf } from '../play-deps.ts';
import { unheardSettings } from './unheard-settings.ts';
import { type FlowOf, onceOf } from './user-flows.ts';

export type UpgradeFlow = FlowOf<{
  performUpgrade: {
    inventoryItemIds: Id<'inventoryItem'>[];
    balanceCents: bigint;
    targetItemId: Id<'item'>;
    clientSeed: string;
  };
}>;

export async function runFlow(db: Db, flow: UpgradeFlow): Promise<void> {
  const settings = unheardSettings(db, [upgradeEdgeSetting]);
  const deps = { ...playDepsOf(upgradeGame), db, settings };
  const command = { userId: flow.userId, minChanceUnits: null, ...flow.command };
  await performUpgrade(deps, command, onceOf(flow, performedView));
}
