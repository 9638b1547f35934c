import {
  chanceOfPercent,
  isUpgradeWon,
  type PlayedUpgrade,
  upgradeChanceUnits,
  upgradeThreshold,
} from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type {
  FoundStake,
  StakeRequest,
  StoredUpgrade,
  UpgradeFault,
  UpgradeOffer,
  UpgradeStatus,
} from './upgrades.records.ts';

interface Circumstances {
  found: FoundStake;
  accountCents: Cents;
  edgePercent: string;
}

/** The faults are told in the documents' order: the items, the target, the money, the chance. */
export function judgeStake(
  request: StakeRequest,
  { found, accountCents, edgePercent }: Circumstances,
): { offer: UpgradeOffer } | { fault: UpgradeFault } {
  const fault = itemFaultOf(request.inventoryItemIds, found);
  if (fault !== null) return { fault };
  const inputs = found.items.flatMap(({ id, item }) => (item === null ? [] : [{ inventoryItemId: id, item }]));
  if (inputs.length < found.items.length) return { fault: { kind: 'ITEM_WITHOUT_DETAILS' } };
  const { target } = found;
  if (target === null) return { fault: { kind: 'TARGET_ABSENT' } };
  const { balanceCents } = request;
  if (balanceCents > accountCents) return { fault: { kind: 'BALANCE_TOO_LOW' } };
  const itemsValueCents = inputs.reduce((sum, { item }) => sum + item.valueCents, 0n);
  const totalCents = itemsValueCents + balanceCents;
  if (totalCents <= 0n) return { fault: { kind: 'NOTHING_STAKED' } };
  if (totalCents >= target.valueCents) return { fault: { kind: 'NOT_BELOW_TARGET' } };
  const edgeUnits = chanceOfPercent(edgePercent);
  const chanceUnits = upgradeChanceUnits({ totalCents, targetCents: target.valueCents, edgeUnits });
  if (chanceUnits <= 0) return { fault: { kind: 'CHANCE_TOO_LOW' } };
  const successThreshold = upgradeThreshold(chanceUnits);
  return {
    offer: { inputs, target, itemsValueCents, balanceCents, totalCents, edgeUnits, chanceUnits, successThreshold },
  };
}

/** Null: the stake would be refused. */
export function chanceFor(totalCents: Cents, targetCents: Cents, edgePercent: string): number | null {
  if (totalCents <= 0n || totalCents >= targetCents) return null;
  const chanceUnits = upgradeChanceUnits({ totalCents, targetCents, edgeUnits: chanceOfPercent(edgePercent) });
  return chanceUnits > 0 ? chanceUnits : null;
}

function itemFaultOf(asked: readonly Id<'inventoryItem'>[], { items }: FoundStake): UpgradeFault | null {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const id of asked) {
    const item = byId.get(id);
    if (item === undefined) return { kind: 'ITEM_ABSENT' };
    if (!item.isOwn) return { kind: 'ITEM_FOREIGN' };
    if (item.status !== 'AVAILABLE') return { kind: 'ITEM_UNAVAILABLE', id, status: item.status };
  }
  return null;
}

export const statusOf = (chanceUnits: number, roll: number): UpgradeStatus =>
  isUpgradeWon(chanceUnits, roll) ? 'WON' : 'LOST';

export const playedUpgradeOf = (upgrade: StoredUpgrade): PlayedUpgrade => ({
  ...upgrade,
  itemsCents: upgrade.inputs.map(({ item }) => item.valueCents),
  targetCents: upgrade.target.valueCents,
});
