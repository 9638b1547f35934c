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
  /** For this upgrade alone; null: the user's, or a random one. */
  clientSeed: string | null;
  /** The least chance that the player wants to play at, in units of 1/10000 percent; null: whatever it is. */
  minChanceUnits: number | null;
}

/**
 * One transaction: lock and decide, then the play, whose steps are each a round trip. What is refused rolls back, so the
 * items are available again and no nonce is used.
 */
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

/** A stake whose items are locked. */
interface LockedStake extends UpgradeOffer, Pick<UpgradeCommand, 'userId' | 'clientSeed'> {
  id: Id<'upgrade'>;
  isRestricted: boolean;
}

/**
 * Sent together; each statement sees what was committed before it began, so those after the lock see what its holder
 * before us did. Whoever takes an available item holds the account, so all that were found available are locked.
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
        // Else an upgrade with good chances would make an item that can be withdrawn of one that cannot.
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

/** Uses the items up, and writes the upgrade. */
async function settle(tx: Tx, upgrade: PerformedUpgrade): Promise<void> {
  const { userId, inputs } = upgrade;
  const ids = inputs.map(({ inventoryItemId }) => inventoryItemId);
  const [usedIds] = await Promise.all([
    moveItems(tx, { ids, userId, from: 'LOCKED', to: 'USED_IN_UPGRADE' }),
    insertUpgrade(tx, upgrade),
  ]);
  assert(usedIds.length === ids.length, 'an item that this transaction locked was moved by another');
}

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
