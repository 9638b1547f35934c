import type { Logger } from '../../../platform/observability/logger.ts';
import { OutsideError } from '../../../platform/outbound/outside-error.ts';
import type { Marketplace, MarketTrade } from './marketplace.types.ts';

/** Enough to find one of a hundred that cannot be read. */
const MAX_CALLS = 16;

interface AskDeps {
  marketplace: Pick<Marketplace, 'tradesByMarketId'>;
  logger: Logger;
}

/**
 * One call for all of them. An answer that cannot be read may be so for one trade alone, for which the others are not to
 * wait for ever: their halves are asked for then, in a bounded number of calls. Throws where nothing was answered.
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
