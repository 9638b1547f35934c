import { Type } from 'typebox';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient, shaped } from '../../../../platform/outbound/outside-client.ts';
import { OutsideError } from '../../../../platform/outbound/outside-error.ts';
import { canonicalRate } from '../items.rules.ts';

const TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 64 * 1024;

const readQuote = shaped(Type.Object({ USDBRL: Type.Object({ bid: Type.Unknown() }) }));

export interface ExchangeRateSource {
  /** Null: there is no source, or its rate cannot be true. */
  usdToBrl(): Promise<{ usdToBrl: string; source: string } | null>;
}

interface ExchangeRateSourceOptions {
  url: string | null;
  logger: Logger;
  timeoutMs?: number;
}

/** Speaks the protocol of AwesomeAPI's quotes: `GET {url}/json/last/USD-BRL`. */
export function createExchangeRateSource(options: ExchangeRateSourceOptions): ExchangeRateSource {
  const { url, logger, timeoutMs = TIMEOUT_MS } = options;
  if (url === null) return { usdToBrl: async () => null };
  const client = createOutsideClient({
    name: 'exchange rate',
    baseUrl: url,
    timeoutMs,
    maxReplyBytes: MAX_REPLY_BYTES,
    logger,
  });
  const source = new URL(url).host;
  return {
    usdToBrl: async () => {
      try {
        const usdToBrl = await client.ask({
          path: '/json/last/USD-BRL',
          read: (reply) => canonicalRate(readQuote(reply)?.USDBRL.bid),
        });
        return { usdToBrl, source };
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error;
        return null;
      }
    },
  };
}
