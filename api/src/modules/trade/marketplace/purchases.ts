import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import { type AlertCause, raiseAlert, resolveAlert } from '../../people/alerts/index.ts';
import { FOUND_NOT_BOUGHT, type ManualFinding, NEVER_ARRIVED } from '../orders/index.ts';
import type { Coins, MarketPurchase, Marketplace, MarketTrade } from './marketplace.records.ts';
import { OWN_WORDS, readPurchase } from './marketplace.rules.ts';

/** They find one unreadable trade of a hundred. */
const MAX_CALLS = 16;

interface AskDeps {
  marketplace: Pick<Marketplace, 'tradesByMarketId'>;
  logger: Logger;
}

/**
 * If the answer cannot be read, the halves are asked for, in a bounded number of calls, so one trade does not hold up
 * the others. It throws if nothing was answered.
 */
export async function askTrades({ marketplace, logger }: AskDeps, ids: readonly string[]): Promise<MarketTrade[]> {
  const waiting = ids.length === 0 ? [] : [ids];
  const trades: MarketTrade[] = [];
  let failure: unknown = null;
  let answers = 0;
  for (let calls = 0; waiting.length > 0 && calls < MAX_CALLS; calls += 1) {
    const asked = waiting.shift() ?? [];
    try {
      trades.push(...(await marketplace.tradesByMarketId(asked)));
      answers += 1;
    } catch (error) {
      failure = error;
      if (!(error instanceof OutsideError) || error.fault !== 'UNREADABLE') break;
      const middle = Math.ceil(asked.length / 2);
      if (asked.length > 1) waiting.push(asked.slice(0, middle), asked.slice(middle));
    }
  }
  if (failure !== null && answers === 0) throw failure;
  if (failure !== null) logger.warn({ err: failure }, 'The marketplace did not answer for all trades');
  return trades;
}

/** A cancelled purchase was bought all the same: its tracking handles that. */
export async function findPurchase(
  marketplace: Pick<Marketplace, 'tradesByProjectId'>,
  projectId: string,
): Promise<{ bought: MarketPurchase } | null> {
  const trades = await marketplace.tradesByProjectId([projectId]);
  if (trades.length === 0) return null;
  const trade = trades.find((each) => each.projectId === projectId);
  // The answer is not about our project id, so ours may exist.
  if (trade === undefined)
    throw new OutsideError('UNREADABLE', 'marketplace: it answered with trades of another project id');
  const { marketId, priceCoins, name, sendUntil } = trade;
  return { bought: { marketId, priceCoins, name, sendUntil, averageTimeSeconds: null } };
}

export const purchaseFoundManually = (
  { ask }: { ask: { name: string } },
  { reference, priceCoins }: ManualFinding,
): MarketPurchase | null => readPurchase({ success: true, id: reference, price: priceCoins, name: ask.name });

const UNKNOWN_REASON = 'Erro desconhecido ao processar compra';
/** Users can do nothing about these, so only administrators read them. */
const NOT_FOR_USERS: ReadonlySet<string> = new Set([...Object.values(OWN_WORDS), NEVER_ARRIVED, FOUND_NOT_BOUGHT]);

export function shownRefusal(refusal: string): string {
  const words = refusal.trim();
  return words === '' || NOT_FOR_USERS.has(words) ? UNKNOWN_REASON : words;
}

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

async function findCoinsMissed(db: Db, { kind, key }: { kind: string; key: string }): Promise<Coins | null> {
  const rows = await db.query<{ coins: string }>(sql`
    select details ->> 'neededCoins' as coins from alerts
    where kind = ${kind} and key = ${key} and resolved_at is null`);
  return rows[0] === undefined ? null : Number(rows[0].coins);
}
