/** 1000 coins are one USD. */
export type Coins = number;

export interface MarketPrice {
  name: string;
  count: number;
  minCoins: Coins;
  steamPriceCoins: Coins;
  imageUrl: string;
}

export interface MarketPurchase {
  marketId: string;
  priceCoins: Coins;
  name: string;
  /** It is in seconds since 1970; null if unknown. */
  sendUntil: number | null;
  averageTimeSeconds: number | null;
}

export interface MarketTrade {
  marketId: string;
  projectId: string | null;
  priceCoins: Coins;
  name: string;
  status: number | null;
  tradeId: string | null;
  done: boolean;
  isReleased: boolean;
  /** ISO 8601, as reported. */
  releaseDate: string | null;
  reason: string | null;
  sellerName: string | null;
  sendUntil: number | null;
}

export interface BuyOrder {
  name: string;
  maxCoins: Coins;
  partner: string;
  token: string;
  projectId: string;
}

/** Each question is sent once; `OutsideError` means no usable answer. */
export interface Marketplace {
  readonly isConfigured: boolean;
  findPrices(search: string): Promise<MarketPrice[]>;
  /** A refusal is an answer; everything thrown leaves the outcome unknown. */
  buy(order: BuyOrder): Promise<{ bought: MarketPurchase } | { refused: string }>;
  /** Takes at most 100 ids; unknown ones have no answer. */
  tradesByMarketId(marketIds: readonly string[]): Promise<MarketTrade[]>;
  tradesByProjectId(projectIds: readonly string[]): Promise<MarketTrade[]>;
  walletCoins(): Promise<Coins>;
  ownerOfTradeUrl(tradeUrl: string): Promise<string | null>;
}
