import { userStream } from '../../../src/modules/games/rolls/index.ts';
import { commitTo } from '../committed-seeds.ts';
import { seedThatRolls } from '../independent-rolls.ts';
import type { Player, Stage, Trials } from './stage.ts';
import { runFlow, type UpgradeFlow } from './upgrade-flows.ts';

/** Two items and a part of the balance, at 45 percent, with a seed of which it is known how it rolls. */
async function upgradeOf({ db, targetItemId }: Stage, { userId, ids }: Player, won: boolean): Promise<UpgradeFlow> {
  const seeds = { clientSeed: 'mine', nonce: 1 };
  const { serverSeed } = seedThatRolls((roll) => (won ? roll > 9_000_000 : roll < 1_000_000), seeds);
  await commitTo(db, { stream: userStream(userId), nonce: seeds.nonce, serverSeed });
  const stake = { inventoryItemIds: ids.slice(0, 2), balanceCents: 500n };
  const command = { ...stake, targetItemId, clientSeed: seeds.clientSeed };
  return { name: 'performUpgrade', userId, key: null, command };
}

const upgraded = {
  balanceCents: -500,
  transfers: ['UPGRADE 500'],
  stakedItems: 2,
  progress: ['wagered 2500, given 0 tickets, spent 0'],
};

/** Upgrades, won and lost. */
export const upgradeTrials: Trials<UpgradeFlow> = {
  kind: 'upgrades',
  runFlow,
  trials: [
    {
      title: 'an upgrade that is won',
      flow: (stage, player) => upgradeOf(stage, player, true),
      change: {
        ...upgraded,
        items: ['USED_IN_UPGRADE', 'USED_IN_UPGRADE', 'AVAILABLE', 'AVAILABLE'],
        upgrades: ['WON: 2000 and 500 for 5000'],
      },
    },
    {
      title: 'an upgrade that is lost',
      flow: (stage, player) => upgradeOf(stage, player, false),
      change: {
        ...upgraded,
        items: ['USED_IN_UPGRADE', 'USED_IN_UPGRADE', 'AVAILABLE'],
        upgrades: ['LOST: 2000 and 500 for 5000'],
      },
    },
  ],
};
