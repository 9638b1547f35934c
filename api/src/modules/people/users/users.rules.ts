/** The 64-bit account id is the 32-bit one of trade URLs plus this. */
const PLATFORM_ID_BASE = 76_561_197_960_265_728n;
const TRADE_URL =
  /^https:\/\/steamcommunity\.com\/tradeoffer\/new\/\?partner=([0-9]{1,10})&token=([A-Za-z0-9_-]{1,64})$/;

export type TradeUrlFault = 'format' | 'foreign-account';

/** What a trade URL holds, where it has the exact form and leads to the account; null otherwise. */
export function tradeLinkOf(tradeUrl: string, platformId: string): { partner: string; token: string } | null {
  if (tradeUrlFault(tradeUrl, platformId) !== null) return null;
  const [, partner = '', token = ''] = TRADE_URL.exec(tradeUrl) ?? [];
  return { partner, token };
}

/** A trade URL must have the exact form and lead to the user's own account, or items would go to a stranger. */
export function tradeUrlFault(tradeUrl: string, platformId: string): TradeUrlFault | null {
  const partner = TRADE_URL.exec(tradeUrl)?.[1];
  if (partner === undefined) return 'format';
  return BigInt(partner) + PLATFORM_ID_BASE === BigInt(platformId) ? null : 'foreign-account';
}

/** 1 to 128 characters that a person can see and type again; a space is one of them. */
export function isPrintableSeed(seed: string): boolean {
  return [...seed].length <= 128 && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(seed);
}
