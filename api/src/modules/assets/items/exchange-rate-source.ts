import type { Logger } from '../../../platform/logger.ts';
import { fetchJson } from './bounded-reply.ts';
import { canonicalRate } from './items.rules.ts';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 64 * 1024;

export interface ExchangeRateSource {
  /** BRL for one USD as an exact decimal; null where there is no source, or none that could be true was told. */
  usdToBrl(): Promise<{ usdToBrl: string; source: string } | null>;
}

interface ExchangeRateSourceOptions {
  /** Null: nobody is asked. */
  url: string | null;
  logger: Logger;
  timeoutMs?: number;
}

/** Speaks the protocol of AwesomeAPI's quotes: `GET {url}/json/last/USD-BRL`. */
export function createExchangeRateSource(options: ExchangeRateSourceOptions): ExchangeRateSource {
  const { url, logger, timeoutMs = TIMEOUT_MS } = options;
  return {
    usdToBrl: async () => {
      if (url === null) return null;
      try {
        const reply = await fetchJson(`${url}/json/last/USD-BRL`, { timeoutMs, maxBytes: MAX_REPLY_BYTES });
        const usdToBrl = canonicalRate((reply as { USDBRL?: { bid?: unknown } } | null)?.USDBRL?.bid);
        if (usdToBrl === null) throw new Error('The source told no rate between 0.5 and 100');
        return { usdToBrl, source: new URL(url).host };
      } catch (error) {
        logger.warn({ err: error }, 'The exchange rate could not be obtained; the last one stays in force');
        return null;
      }
    },
  };
}
