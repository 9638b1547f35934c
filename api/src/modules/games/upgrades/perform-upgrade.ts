import { strict as assert } from 'node:assert';
import { percentOfChance } from '@lisura/fairness';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { type Once, writeOnce } from '../../../platform/database/idempotency.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { notRefused } from '../../../platform/refusals.ts';
import type { Settings } from '../../../platform/settings.ts';
import { addItems, moveItems } from '../../assets/inventory/index.ts';
import { giveWinnings } from '../../assets/limits/index.ts';
import { lockAccount, tellBalance } from '../../assets/wallet/index.ts';
import type { Tell } from '../../people/notifications/index.ts';
import { chargeRolls, type Earn, play, type Rules, type SeedDeps, type StakedRolls } from '../rolls/index.ts';
import { findStake, insertUpgrade, takeUpgradeId } from './perform-upgrade.sql.ts';
import { upgradeEdgeSetting } from './upgrade-edge.ts';
import { chanceHasFallen, upgradeRefused } from './upgrades.errors.ts';
import { upgradeGame } from './upgrades.game.ts';
import { upgradePerformed } from './upgrades.notifications.ts';
import { judgeStake, statusOf } from './upgrades.rules.ts';
import {
  type NewUpgrade,
  type PerformedUpgrade,
  type StakeRequest,
  UPGRADE_SOURCE,
  type UpgradeOffer,
} from './upgrades.types.ts';

export interface UpgradesDeps extends SeedDeps {
  db: Db;
  clock: Clock;
  settings: Settings;
  push: Pick<Push, 'toUser'>;
  earn: Earn;
  tell: Tell;
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
export async function performUpgrade(
  deps: UpgradesDeps,
  command: UpgradeCommand,
  once: Once<PerformedUpgrade> | null,
): Promise<PerformedUpgrade> {
  const performed = await writeOnce(deps.db, once, async (tx) => {
    const stake = await lockStake(tx, deps.settings, command);
    const now = deps.clock.now();
    const charge: UpgradeRules['charge'] = (inTx, stakes) => chargeRolls(inTx, stakes.map(chargeOf), now);
    const [outcome] = await play(deps, tx, { ...upgradeRules, charge, earn: deps.earn }, [stake]);
    const { paid, results } = notRefused(outcome);
    const upgrade = results[0] as PerformedUpgrade;
    await giveWinnings(tx, [winningOf(paid, upgrade)], now);
    return upgrade;
  });
  if (performed.balanceCents > 0n) tellBalance(deps.push, command.userId, performed.accountCents);
  deps.tell(command.userId, [upgradePerformed(performed.status, performed.target.name)]);
  return performed;
}

const winningOf = ({ userId, hasLimits }: StakedRolls, { status, target }: PerformedUpgrade) => ({
  userId,
  wonCents: status === 'WON' ? target.valueCents : 0n,
  mayHaveLimits: hasLimits,
  credit: null,
});

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

type UpgradeRules = Rules<LockedStake, StakedRolls, PerformedUpgrade, PerformedUpgrade>;

/** How upgrades are played; what every game does is done by `play`. */
const upgradeRules: Omit<UpgradeRules, 'charge'> = {
  stakeOf: ({ userId, stakeCents }) => ({ userId, stakeCents }),
  draw: (stake, { transferId, balanceCents: accountCents }, { drawn, inventoryItemId }) => {
    const status = statusOf(stake.chanceUnits, drawn.roll);
    const wonInventoryItemId = status === 'WON' ? inventoryItemId : null;
    return { ...stake, ...drawn, status, transferId, wonInventoryItemId, accountCents };
  },
  write: async (tx, upgrades) => {
    await Promise.all(upgrades.map((upgrade) => settle(tx, upgrade)));
    return upgrades;
  },
};

function chargeOf({ id, userId, clientSeed, balanceCents, totalCents, target }: LockedStake) {
  return {
    userId,
    clientSeed,
    amountCents: balanceCents,
    stakeCents: totalCents,
    rolls: 1,
    type: upgradeGame.stakes.transfers.stake,
    reason: `Upgrade: ${target.name}`,
    reference: { type: UPGRADE_SOURCE, id },
  };
}

/** Uses the items up, gives what was won, and writes the upgrade, which names it. */
async function settle(tx: Tx, upgrade: NewUpgrade): Promise<void> {
  const { id, userId, inputs, target, wonInventoryItemId, isRestricted } = upgrade;
  const wonItem = (inventoryItemId: Id<'inventoryItem'>) => ({
    id: inventoryItemId,
    userId,
    itemId: target.id,
    acquiredFrom: 'Upgrade',
    // Else an upgrade with good chances would make an item that can be withdrawn of one that cannot.
    restrictedToGames: isRestricted,
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
