import { strict as assert } from 'node:assert';
import type { Db, Tx } from '../../../platform/db.ts';
import { type Once, writeOnce } from '../../../platform/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import type { Settings } from '../../../platform/settings.ts';
import { addItems, moveItems, takeItemIds } from '../../assets/inventory/index.ts';
import { chargeWagers, lockAccount } from '../../assets/wallet/index.ts';
import { randomSeeds, takeSeeds } from '../fairness/index.ts';
import { findStake, insertUpgrade, takeUpgradeId } from './perform-upgrade.sql.ts';
import { upgradeEdgeSetting } from './upgrade-edge.ts';
import { upgradeRefused } from './upgrades.errors.ts';
import { judgeStake, rollUpgrade } from './upgrades.rules.ts';
import {
  type NewUpgrade,
  type PerformedUpgrade,
  type StakeRequest,
  UPGRADE_SOURCE,
  type UpgradeOffer,
} from './upgrades.types.ts';

/** What the user's sockets are told after a commit. */
interface Push {
  toUser(userId: Id<'user'>, event: string, payload: object): void;
}

export interface UpgradesDeps {
  db: Db;
  settings: Settings;
  push: Push;
  /** What a stake earns beside its game, in the transaction that charged it. */
  earn(tx: Tx, stakes: readonly { userId: Id<'user'>; stakeCents: Cents }[]): Promise<void>;
  /** After the commit. */
  onPerformed(upgrade: NewUpgrade): void;
}

interface UpgradeCommand extends StakeRequest {
  /** For this upgrade alone; null: the user's, or a random one. */
  clientSeed: string | null;
}

/**
 * One transaction in four steps, each a round trip: lock and decide, charge, roll, write. What is refused rolls back, so
 * the items are available again and no nonce is used.
 */
export async function performUpgrade(
  deps: UpgradesDeps,
  once: Once<PerformedUpgrade> | null,
  command: UpgradeCommand,
): Promise<PerformedUpgrade> {
  const performed = await writeOnce(deps.db, once, async (tx) => {
    const { id, offer } = await lockStake(tx, deps.settings, command);
    const { upgrade, accountCents } = await playStake(tx, deps, { command, id, offer });
    await settle(tx, upgrade);
    return { ...upgrade, accountCents };
  });
  if (performed.balanceCents > 0n) {
    deps.push.toUser(command.userId, 'balance:updated', { balanceCents: performed.accountCents.toString() });
  }
  deps.onPerformed(performed);
  return performed;
}

/**
 * Sent together; each statement sees what was committed before it began, so those after the lock see what its holder
 * before us did. Whoever takes an available item holds the account, so all that were found available are locked.
 */
async function lockStake(
  tx: Tx,
  settings: Settings,
  command: UpgradeCommand,
): Promise<{ id: Id<'upgrade'>; offer: UpgradeOffer }> {
  const { userId, inventoryItemIds: ids } = command;
  const [accountCents, found, lockedIds, edgePercent, id] = await Promise.all([
    lockAccount(tx, userId),
    findStake(tx, command),
    moveItems(tx, { ids, userId, from: 'AVAILABLE', to: 'LOCKED' }),
    settings.read(tx, upgradeEdgeSetting),
    takeUpgradeId(tx),
  ]);
  const judged = judgeStake(command, { found, accountCents, edgePercent });
  if ('fault' in judged) throw upgradeRefused(judged.fault);
  assert(lockedIds.length === ids.length, 'an available item was taken by someone who did not hold the account');
  return { id, offer: judged.offer };
}

interface Play {
  command: UpgradeCommand;
  id: Id<'upgrade'>;
  offer: UpgradeOffer;
}

async function playStake(
  tx: Tx,
  { earn }: Pick<UpgradesDeps, 'earn'>,
  { command, id, offer }: Play,
): Promise<{ upgrade: NewUpgrade; accountCents: Cents }> {
  const { userId } = command;
  const stakeCents = offer.totalCents;
  const [paid] = await chargeWagers(tx, [
    {
      userId,
      amountCents: offer.balanceCents,
      stakeCents,
      rolls: 1,
      type: 'UPGRADE',
      reason: `Upgrade: ${offer.target.name}`,
      reference: { type: UPGRADE_SOURCE, id },
    },
  ]);
  assert(paid !== undefined, 'the balance was seen under the lock');
  const nonce = paid.firstNonce;
  const [seeds, itemIds] = await Promise.all([
    takeSeeds(tx, [{ userId, firstNonce: nonce, count: 1 }]),
    takeItemIds(tx, 1),
    earn(tx, [{ userId, stakeCents }]),
  ]);
  const seed = seeds[0]?.[0];
  assert(seed !== undefined);
  const clientSeed = command.clientSeed ?? paid.clientSeed ?? (randomSeeds(1)[0] as string);
  const rolled = rollUpgrade(offer.chanceUnits, { serverSeed: seed.serverSeed, clientSeed, nonce });
  const wonInventoryItemId = rolled.status === 'WON' ? (itemIds[0] as Id<'inventoryItem'>) : null;
  const { transferId, balanceCents: accountCents } = paid;
  const upgrade = { ...offer, ...seed, ...rolled, id, userId, clientSeed, nonce, transferId, wonInventoryItemId };
  return { upgrade, accountCents };
}

/** Uses the items up, gives what was won, and writes the upgrade, which names it. */
async function settle(tx: Tx, upgrade: NewUpgrade): Promise<void> {
  const { id, userId, inputs, target, wonInventoryItemId } = upgrade;
  const wonItem = (inventoryItemId: Id<'inventoryItem'>) => ({
    id: inventoryItemId,
    userId,
    itemId: target.id,
    acquiredFrom: 'Upgrade',
    source: { type: UPGRADE_SOURCE, id, index: 0 },
  });
  const ids = inputs.map(({ inventoryItemId }) => inventoryItemId);
  const [usedIds] = await Promise.all([
    moveItems(tx, { ids, userId, from: 'LOCKED', to: 'USED_IN_UPGRADE' }),
    addItems(tx, wonInventoryItemId === null ? [] : [wonItem(wonInventoryItemId)]),
    insertUpgrade(tx, upgrade),
  ]);
  assert(usedIds.length === ids.length, 'an item that this transaction locked was moved by another');
}
