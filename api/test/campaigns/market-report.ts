import type { MarketRecord } from '../support/purchases.ts';
import type { OwnRecord } from '../support/withdrawing-process.ts';

/** Everything from `doubleBuys` on must be 0. */
export interface MarketReport {
  purchases: number;
  faults: number;
  bought: number;
  refused: number;
  /** Project ids that were bought twice, or sent twice and refused for it. */
  doubleBuys: number;
  /** Bought and not ours, ours and not bought, or bought for an item that is free again. */
  lostItems: number;
  /** Not bought, and their items not free again. */
  heldItems: number;
  differing: number;
}

export const NO_REPORT: MarketReport = {
  purchases: 0,
  faults: 0,
  bought: 0,
  refused: 0,
  doubleBuys: 0,
  lostItems: 0,
  heldItems: 0,
  differing: 0,
};

export function sumOf(one: MarketReport, other: MarketReport): MarketReport {
  const names = Object.keys(one) as (keyof MarketReport)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as unknown as MarketReport;
}

export const isFlawless = ({ doubleBuys, lostItems, heldItems, differing }: MarketReport) =>
  doubleBuys + lostItems + heldItems + differing === 0;

export function compareRecords(ours: readonly OwnRecord[], theirs: MarketRecord): MarketReport {
  const recorded = new Map(theirs.purchases.map((purchase) => [purchase.projectId, purchase]));
  const known = new Set(ours.map(({ projectId }) => projectId));
  const bought = ours.filter(({ status }) => status === 'BOUGHT');
  const sentAgain = theirs.refusals.filter(({ msg }) => msg === 'projectId already exists').length;
  const asked = theirs.requests.asked['buy-one-p2p-name'] ?? 0;
  const isLost = ({ projectId, status, withdrawalStatus, itemStatus }: OwnRecord) =>
    recorded.has(projectId) !== (status === 'BOUGHT') ||
    (status === 'BOUGHT') !== (withdrawalStatus === 'WAITING_SELLER' && itemStatus === 'LOCKED');
  const isHeld = ({ status, withdrawalStatus, itemStatus }: OwnRecord) =>
    status !== 'BOUGHT' && !(withdrawalStatus === 'FAILED' && itemStatus === 'AVAILABLE');
  return {
    purchases: ours.length,
    faults: theirs.requests.disturbed,
    bought: bought.length,
    refused: ours.filter(({ status }) => status === 'REFUSED').length,
    doubleBuys:
      theirs.purchases.length -
      recorded.size +
      sentAgain +
      Math.max(0, asked - ours.filter(({ isSent }) => isSent).length),
    lostItems: ours.filter(isLost).length + theirs.purchases.filter(({ projectId }) => !known.has(projectId)).length,
    heldItems: ours.filter(isHeld).length,
    differing: bought.filter(({ projectId, marketId, priceCoins }) => {
      const purchase = recorded.get(projectId);
      return purchase !== undefined && (String(purchase.id) !== marketId || purchase.price !== priceCoins);
    }).length,
  };
}
