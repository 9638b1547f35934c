import type { Db } from '../../../platform/database/db.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { type AlertCause, raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import type { Coins, Marketplace } from './marketplace.records.ts';
import { findCoinsMissed } from './marketplace.sql.ts';

const WALLET_LOW: AlertCause = { kind: 'MARKET_WALLET_LOW', key: 'wallet' };

/**
 * Empty wallets alert administrators before the purchase. An unreadable wallet stops nobody: the purchase itself
 * decides.
 */
export async function walletCovers(
  { db, marketplace }: { db: Db; marketplace: Pick<Marketplace, 'walletCoins'> },
  coins: Coins,
): Promise<boolean> {
  const held = await marketplace.walletCoins().catch(nullIfOutside);
  if (held === null) return true;
  if (held >= coins) {
    const missed = await findCoinsMissed(db, WALLET_LOW);
    if (missed !== null && held >= missed) await resolveAlert(db, WALLET_LOW);
    return true;
  }
  await raiseAlert(db, {
    ...WALLET_LOW,
    level: 'CRITICAL',
    title: 'The wallet at the marketplace is too low',
    message:
      `A purchase of up to ${coins} coins was asked for and the wallet holds ${held}. Top it up: until then withdrawals of ` +
      'items that it does not cover wait for review and cannot be approved, and site swaps for such items are refused.',
    details: { neededCoins: coins, heldCoins: held },
  });
  return false;
}

function nullIfOutside(error: unknown): null {
  if (error instanceof OutsideError) return null;
  throw error;
}
