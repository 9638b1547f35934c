/** What the marketplace counts in: 1000 are one USD. */
export type Coins = number;

/** The listings of one name. */
export interface MarketPrice {
  name: string;
  count: number;
  minCoins: Coins;
  steamPriceCoins: Coins;
  imageUrl: string;
}

export interface MarketPurchase {
  /** The marketplace's own id of the purchase. */
  marketId: string;
  priceCoins: Coins;
  name: string;
  /** In seconds since 1970; null where it is unknown. */
  sendUntil: number | null;
  averageTimeSeconds: number | null;
}

/** What the marketplace says of a purchase, its fields read from numbers and texts alike. */
export interface MarketTrade {
  marketId: string;
  projectId: string | null;
  priceCoins: Coins;
  name: string;
  /** 0 to 6, as it was reported; null where it was not a number. */
  status: number | null;
  tradeId: string | null;
  done: boolean;
  isReleased: boolean;
  /** ISO 8601, as it was reported. */
  releaseDate: string | null;
  reason: string | null;
  sellerName: string | null;
  sendUntil: number | null;
}

export interface BuyOrder {
  name: string;
  /** At most this is paid. */
  maxCoins: Coins;
  partner: string;
  token: string;
  projectId: string;
}

/** Every question goes out once. Each throws `OutsideError` where there was no usable answer. */
export interface Marketplace {
  /** False: no key is configured, and nothing can be asked. */
  readonly isConfigured: boolean;
  /** Listings whose name contains the text; an exact name among them is not certain. */
  findPrices(search: string): Promise<MarketPrice[]>;
  /** A refusal is an answer; everything that is none is thrown, and leaves the outcome unknown. Never repeated by anybody. */
  buy(order: BuyOrder): Promise<{ bought: MarketPurchase } | { refused: string }>;
  /** At most 100 ids. What the marketplace does not know is not among the answers. */
  tradesByMarketId(marketIds: readonly string[]): Promise<MarketTrade[]>;
  tradesByProjectId(projectIds: readonly string[]): Promise<MarketTrade[]>;
  walletCoins(): Promise<Coins>;
  /** To whose account a trade URL leads; null where the marketplace says that no offer can be sent to it. */
  ownerOfTradeUrl(tradeUrl: string): Promise<string | null>;
}
