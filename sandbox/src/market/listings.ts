import { chooserFor } from '../chooser.ts';
import { type Item, items } from '../item-database/items.ts';
import { type Seller, sellers } from './sellers.ts';

/** One seller sells one thing. Prices are in coins, of which 1000 are a US dollar. */
export interface Listing {
  itemId: number;
  item: Item;
  seller: Seller;
  /** Before the price factor, and before anything made it change. */
  usualPrice: number;
  price: number;
}

export interface Listings {
  ofName(name: string): Listing[];
  withId(itemId: number): Listing | undefined;
  take(listing: Listing): void;
  putBack(listing: Listing): void;
  /** Makes these prices all that is for sale under a name; whether there is such an item. */
  setStock(name: string, prices: readonly number[]): boolean;
  /** All sellers of a name want more. */
  raise(name: string, percent: number): void;
  setPriceFactor(factor: number): void;
  restock(): void;
}

const COINS_PER_CENT = 10;
const FIRST_ITEM_ID = 40_000_000_001;
const COUNTS = [2, 3, 3, 4, 5, 6, 8] as const;
/** Most items are cheaper than elsewhere; a few names cost more than anybody should pay. */
const CHEAPEST_SHARES = [0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 1, 1.05] as const;
const STEPS_UP = [1, 1.005, 1.01, 1.02, 1.03, 1.06] as const;

export const itemsByName: ReadonlyMap<string, Item> = new Map(items.map((item) => [item.name, item]));

export function createListings(): Listings {
  const byName = new Map<string, Listing[]>();
  let nextItemId = FIRST_ITEM_ID;
  let priceFactor = 1;

  const atFactor = (price: number) => Math.max(1, Math.round(price * priceFactor));
  const ofName = (name: string) => byName.get(name) ?? [];
  const store = (name: string, listings: Listing[]) =>
    listings.length === 0 ? byName.delete(name) : byName.set(name, listings.toSorted(cheaperFirst));

  function list(item: Item, prices: readonly number[]): void {
    const first = sellers.indexOf(chooserFor(item.name, 'seller')(sellers));
    store(
      item.name,
      prices.map((usualPrice, index) => {
        nextItemId += 1;
        const seller = sellers[(first + index) % sellers.length] as Seller;
        return { itemId: nextItemId, item, seller, usualPrice, price: atFactor(usualPrice) };
      }),
    );
  }

  function restock(): void {
    byName.clear();
    for (const item of items) list(item, usualPricesOf(item));
  }

  function reprice(name: string, priceOf: (listing: Listing) => number): void {
    store(
      name,
      ofName(name).map((listing) => ({ ...listing, price: priceOf(listing) })),
    );
  }

  restock();
  return {
    ofName,
    withId: (itemId) => [...byName.values()].flat().find((listing) => listing.itemId === itemId),
    take: ({ itemId, item }) =>
      void store(
        item.name,
        ofName(item.name).filter((other) => other.itemId !== itemId),
      ),
    putBack: (listing) => void store(listing.item.name, [...ofName(listing.item.name), listing]),
    setStock(name, prices) {
      const item = itemsByName.get(name);
      if (item) list(item, prices);
      reprice(name, ({ usualPrice }) => usualPrice);
      return item !== undefined;
    },
    raise: (name, percent) => reprice(name, ({ price }) => Math.ceil(price * (1 + percent / 100))),
    setPriceFactor(factor) {
      priceFactor = factor;
      for (const name of [...byName.keys()]) reprice(name, ({ usualPrice }) => atFactor(usualPrice));
    },
    restock,
  };
}

function usualPricesOf(item: Item): number[] {
  const choose = chooserFor(item.name, 'listings');
  const count = choose(COUNTS);
  let price = item.cents * COINS_PER_CENT * choose(CHEAPEST_SHARES);
  return Array.from({ length: count }, (_, index) => {
    if (index > 0) price *= choose(STEPS_UP);
    return Math.max(1, Math.round(price));
  });
}

function cheaperFirst(one: Listing, other: Listing): number {
  return one.price - other.price || one.itemId - other.itemId;
}
