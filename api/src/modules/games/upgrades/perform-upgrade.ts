import { strict as assert } from 'node:assert';
import { percentOfChance } from '@lisura/fairness';
import { type Db, type Tx, transaction } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Settings } from '../../../platform/settings/settings.ts';
import { moveItems, takeItemIds } from '../../assets/inventory/index.ts';
import { lockAccount } from '../../assets/wallet/index.ts';
import { userNotFound } from '../../people/users/index.ts';
import { type PlayDeps, playOne, type Rules } from '../rolls/index.ts';
import { upgradeGame } from './upgrades.game.ts';
import {
  chanceHasFallen,
  type PerformedUpgrade,
  type StakeRequest,
  UPGRADE_SOURCE,
  type UpgradeOffer,
  upgradeEdgeSetting,
  upgradePerformed,
  upgradeRefused,
} from './upgrades.records.ts';
import { judgeStake, statusOf } from './upgrades.rules.ts';
import { findBalance, findStake, insertUpgrade, takeUpgradeId } from './upgrades.sql.ts';

export interface UpgradesDeps extends PlayDeps {
  db: Db;
  settings: Settings;
}

interface UpgradeCommand extends StakeRequest {
  /** Null: the seed of the user, or a random one. */
  clientSeed: string | null;
  /** Null: any chance will do. */
  minChanceUnits: number | null;
}

/** A refusal rolls back, so that the items are available again and no nonce is used. */
export function performUpgrade(
  deps: UpgradesDeps,
  command: UpgradeCommand,
  once: Once<PerformedUpgrade> | null,
): Promise<PerformedUpgrade> {
  return writeOnce(deps.db, once, async (tx) => {
    const stake = await lockStake(tx, deps.settings, command);
    const { results } = await playOne(deps, tx, upgradeRules, stake);
    return results[0] as PerformedUpgrade;
  });
}

interface LockedStake extends UpgradeOffer, Pick<UpgradeCommand, 'userId' | 'clientSeed'> {
  id: Id<'upgrade'>;
  isRestricted: boolean;
}

/**
 * All statements are sent together, and those after the lock see what its last holder committed. An available item is
 * taken only under the lock of its owner's account, so all items found available are locked.
 */
async function lockStake(tx: Tx, settings: Settings, command: UpgradeCommand): Promise<LockedStake> {
  const { userId, clientSeed, minChanceUnits, inventoryItemIds: ids } = command;
  const [accountCents, found, lockedIds, edgePercent, id] = await Promise.all([
    lockAccount(tx, userId),
    findStake(tx, command),
    moveItems(tx, { ids, userId, from: 'AVAILABLE', to: 'LOCKED' }),
    settings.read(tx, upgradeEdgeSetting),
    takeUpgradeId(tx),
  ]);
  const judged = judgeStake(command, { found, accountCents, edgePercent });
  if ('fault' in judged) throw upgradeRefused(judged.fault);
  const { chanceUnits } = judged.offer;
  if (minChanceUnits !== null && chanceUnits < minChanceUnits) throw chanceHasFallen(percentOfChance(chanceUnits));
  assert(lockedIds.length === ids.length, 'an available item was taken by someone who did not hold the account');
  return { ...judged.offer, userId, clientSeed, id, isRestricted: found.items.some((item) => item.isRestricted) };
}

const upgradeRules: Rules<LockedStake, Id<'inventoryItem'>, PerformedUpgrade, PerformedUpgrade> = {
  game: upgradeGame,
  costOf: ({ id, userId, clientSeed, balanceCents, itemsValueCents, target }) => ({
    userId,
    clientSeed,
    amountCents: balanceCents,
    itemsCents: itemsValueCents,
    rolls: 1,
    reason: `Upgrade: ${target.name}`,
    reference: { type: UPGRADE_SOURCE, id },
  }),
  takeIds: takeItemIds,
  draw: (stake, { roll, ids, paid: { transferId, balanceCents: accountCents } }) => {
    const status = statusOf(stake.chanceUnits, roll.roll);
    return { ...stake, ...roll, status, transferId, wonInventoryItemId: status === 'WON' ? ids : null, accountCents };
  },
  prizeOf: ({ id, userId, target, wonInventoryItemId, isRestricted }) =>
    wonInventoryItemId && {
      item: {
        id: wonInventoryItemId,
        userId,
        itemId: target.itemId,
        acquiredFrom: 'Upgrade',
        // Otherwise an upgrade with good chances would turn a restricted item into one that can be withdrawn.
        restrictedToGames: isRestricted,
        source: { type: UPGRADE_SOURCE, id, index: 0 },
      },
    },
  write: async (tx, upgrades) => {
    await Promise.all(upgrades.map((upgrade) => settle(tx, upgrade)));
    return upgrades;
  },
  wonCents: ({ status, target }) => (status === 'WON' ? target.valueCents : 0n),
  saidOf: (upgrades) => ({
    balance: upgrades.some(({ balanceCents }) => balanceCents > 0n),
    plays: upgrades.map(({ id }) => id),
    notices: upgrades.map(({ id, status, target }) => upgradePerformed(id, status, target.name)),
    drops: [],
  }),
};

async function settle(tx: Tx, upgrade: PerformedUpgrade): Promise<void> {
  const { userId, inputs } = upgrade;
  const ids = inputs.map(({ inventoryItemId }) => inventoryItemId);
  const [usedIds] = await Promise.all([
    moveItems(tx, { ids, userId, from: 'LOCKED', to: 'USED_IN_UPGRADE' }),
    insertUpgrade(tx, upgrade),
  ]);
  assert(usedIds.length === ids.length, 'an item that this transaction locked was moved by another');
}

/** Locks and changes nothing. */
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
