import { type Verification, verifyCommand } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, idOf } from '../../../platform/schemas.ts';
import {
  examplePrizeItem,
  exampleRoll,
  exampleStoredRoll,
  exampleVerifiedRoll,
  LogLeafView,
  logLeafOf,
  PrizeItem,
  rollFields,
  rollView,
  storedRollFields,
  storedRollView,
  VerifiedRoll,
  verifiedRollView,
} from '../rolls/index.ts';
import { exampleOdds, exampleTarget, itemView, Money, oddsFields, offerView } from './upgrades.schemas.ts';
import type { PerformedUpgrade, StoredUpgrade } from './upgrades.types.ts';

const HeldItem = Type.Object(
  { inventoryItemId: idOf('Id of the item in your inventory'), item: PrizeItem },
  { title: 'HeldItem', description: 'An item with its place in your inventory' },
);

/** What the answer of an upgrade and the history share. */
const PlayedUpgrade = Type.Object({
  id: idOf('Id of the upgrade'),
  logLeaf: LogLeafView,
  status: Type.Unsafe<'WON' | 'LOST'>({
    title: 'UpgradeStatus',
    type: 'string',
    enum: ['WON', 'LOST'],
    description: 'How it ended',
  }),
  isSuccess: Type.Boolean({ description: 'Whether it was won: the roll is at least the threshold' }),
  ...oddsFields,
  itemsValueCents: centsOf('Worth of the staked items'),
  stakedBalanceCents: centsOf('Amount from the balance'),
  ...rollFields,
  inputs: Type.Array(HeldItem, { description: 'The items staked, at their values of that moment' }),
  target: { ...PrizeItem, description: 'The target' },
  wonItem: Type.Union([HeldItem, Type.Null()], { description: 'Null where it was lost' }),
});

function playedUpgradeView(upgrade: PerformedUpgrade | StoredUpgrade): Static<typeof PlayedUpgrade> {
  const { id, status, wonInventoryItemId } = upgrade;
  const target = itemView(upgrade.target);
  return {
    id,
    logLeaf: logLeafOf('UPGRADES', id),
    status,
    isSuccess: status === 'WON',
    ...offerView(upgrade),
    itemsValueCents: upgrade.itemsValueCents.toString(),
    stakedBalanceCents: upgrade.balanceCents.toString(),
    ...rollView(upgrade),
    inputs: upgrade.inputs.map(({ inventoryItemId, item }) => ({ inventoryItemId, item: itemView(item) })),
    target,
    wonItem: wonInventoryItemId === null ? null : { inventoryItemId: wonInventoryItemId, item: target },
  };
}

const examplePlayed: Static<typeof PlayedUpgrade> = {
  id: '1',
  logLeaf: logLeafOf('UPGRADES', '1'),
  status: 'WON',
  isSuccess: true,
  ...exampleOdds,
  itemsValueCents: '4500',
  stakedBalanceCents: '0',
  ...exampleRoll,
  inputs: [{ inventoryItemId: '1', item: examplePrizeItem }],
  target: exampleTarget,
  wonItem: { inventoryItemId: '2', item: exampleTarget },
};

export const PerformedView = Type.Object(
  {
    ...PlayedUpgrade.properties,
    balanceCents: centsOf('Yours, after it'),
    balanceFormatted: Money,
  },
  {
    title: 'Upgrade',
    description: 'An upgrade that was played',
    examples: [{ ...examplePlayed, balanceCents: '98010', balanceFormatted: 'R$ 980,10' }],
  },
);

export function performedView(upgrade: PerformedUpgrade): Static<typeof PerformedView> {
  const { accountCents } = upgrade;
  return {
    ...playedUpgradeView(upgrade),
    balanceCents: accountCents.toString(),
    balanceFormatted: formatBrl(accountCents),
  };
}

export const PastUpgrade = Type.Object(
  { ...PlayedUpgrade.properties, ...storedRollFields },
  {
    title: 'PastUpgrade',
    description: 'An upgrade as the history has it',
    examples: [{ ...examplePlayed, ...exampleStoredRoll }],
  },
);

export const UpgradeHistory = listOf(PastUpgrade, {
  examples: [
    {
      data: [{ ...examplePlayed, ...exampleStoredRoll }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});

export function historyEntryView(upgrade: StoredUpgrade): Static<typeof PastUpgrade> {
  return { ...playedUpgradeView(upgrade), ...storedRollView(upgrade) };
}

export const HistoryQuery = walkQuery('Only upgrades older than this one of yours', {});

export const VerifyParams = Type.Object({ id: idOf('Id of the upgrade') });

export const VerifiedUpgrade = Type.Object(
  { upgradeId: idOf('Id of the upgrade'), ...VerifiedRoll.properties },
  { title: 'VerifiedUpgrade', examples: [{ upgradeId: '1', ...exampleVerifiedRoll }] },
);

export function verifiedUpgradeView(
  upgrade: StoredUpgrade,
  verification: Verification,
): Static<typeof VerifiedUpgrade> {
  const { status, totalValueCents, targetValueCents, edgePercent, chancePercent, successThreshold, ...played } =
    playedUpgradeView(upgrade);
  const command = verifyCommand(
    'upgrade',
    {
      ...rollView(upgrade),
      status,
      totalValueCents,
      targetValueCents,
      edgePercent,
      chancePercent,
      successThreshold,
      stakedBalanceCents: played.stakedBalanceCents,
      inputs: played.inputs.map(({ item: { valueCentsBrl } }) => ({ item: { valueCentsBrl } })),
    },
    null,
  );
  return { upgradeId: upgrade.id, ...verifiedRollView(upgrade, verification, command) };
}
