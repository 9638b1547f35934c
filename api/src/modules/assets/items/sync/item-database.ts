import { cached } from '../../../../platform/batches/cached.ts';
import { type Clock, systemClock } from '../../../../platform/clock.ts';
import { type Cents, parseCents } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import { createOutsideClient } from '../../../../platform/outbound/outside-client.ts';
import {
  EXTERIORS,
  type Exterior,
  MAX_PRICE_CENTS,
  type OutsideCollection,
  type OutsideItem,
  type OutsideList,
  RARITIES,
  type Rarity,
  type WeaponCategory,
} from '../items.rules.ts';
import { itemDatabaseUnavailable, noItemDatabase } from './item-syncs.records.ts';

/**
 * Replies of the item database are not trusted: entries without the needed fields are skipped and counted, and text is
 * bounded.
 */

const MAX_NAME_LENGTH = 200;
const MAX_URL_LENGTH = 1_000;

/** Names differ in case, hyphens and plurals between sources. */
const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const byPlainName = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  Object.entries<string>(names).map(([value, name]) => [plain(name), value as Value] as const);

const RARITY_BY_NAME: ReadonlyMap<string, Rarity> = new Map([
  ...byPlainName<Rarity>(RARITIES),
  ['milspec', 'MIL_SPEC'],
  // Agents have the same four grades under names of their own.
  ['distinguished', 'MIL_SPEC'],
  ['exceptional', 'RESTRICTED'],
  ['superior', 'CLASSIFIED'],
  ['master', 'COVERT'],
]);

const EXTERIOR_BY_NAME: ReadonlyMap<string, Exterior> = new Map(byPlainName<Exterior>(EXTERIORS));

const CATEGORY_BY_NAME: ReadonlyMap<string, WeaponCategory> = new Map([
  ['pistol', 'PISTOL'],
  ['smg', 'SMG'],
  ['rifle', 'RIFLE'],
  ['sniperrifle', 'SNIPER_RIFLE'],
  ['shotgun', 'SHOTGUN'],
  ['machinegun', 'MACHINE_GUN'],
  ['knive', 'KNIFE'],
  ['knife', 'KNIFE'],
  ['glove', 'GLOVES'],
  ['equipment', 'EQUIPMENT'],
  ['sticker', 'STICKER'],
  ['case', 'CASE'],
  ['container', 'CASE'],
  ['crate', 'CASE'],
  ['agent', 'AGENT'],
  ['charm', 'CHARM'],
  ['keychain', 'CHARM'],
  ['musickit', 'MUSIC_KIT'],
]);

/** The item schema files these under "Rifles" or "Heavy"; players tell them apart. */
const CATEGORY_BY_WEAPON: ReadonlyMap<string, WeaponCategory> = new Map([
  ...['AWP', 'SSG 08', 'SCAR-20', 'G3SG1'].map((weapon) => [plain(weapon), 'SNIPER_RIFLE'] as const),
  ...['Nova', 'XM1014', 'MAG-7', 'Sawed-Off'].map((weapon) => [plain(weapon), 'SHOTGUN'] as const),
  ...['M249', 'Negev'].map((weapon) => [plain(weapon), 'MACHINE_GUN'] as const),
]);

export const rarityNamed = (name: string): Rarity | null => RARITY_BY_NAME.get(plain(name)) ?? null;
export const exteriorNamed = (name: string): Exterior | null => EXTERIOR_BY_NAME.get(plain(name)) ?? null;

/** An unknown category is `OTHER`, which can be shown and priced. */
export function categoryNamed(category: string, weapon: string): WeaponCategory {
  const singular = plain(category).replace(/s$/, '');
  return CATEGORY_BY_WEAPON.get(plain(weapon)) ?? CATEGORY_BY_NAME.get(singular) ?? 'OTHER';
}

/** Skips items without a known rarity, since it cannot be guessed. */
export function readOutsideItems(reply: unknown): OutsideList<OutsideItem> | null {
  if (!Array.isArray(reply)) return null;
  const byName = new Map<string, OutsideItem>();
  for (const entry of reply) {
    const item = outsideItem(entry);
    // Two entries with one name would be one item, so the first counts.
    if (item !== null && !byName.has(item.marketHashName)) byName.set(item.marketHashName, item);
  }
  return { entries: [...byName.values()], skipped: reply.length - byName.size };
}

function outsideItem(entry: unknown): OutsideItem | null {
  const name = textOf(entry, 'name');
  const marketHashName = textOf(entry, 'market_hash_name');
  const rarity = rarityNamed(textOf(fieldOf(entry, 'rarity'), 'name'));
  if (name === '' || marketHashName === '' || rarity === null) return null;
  const collections = fieldOf(entry, 'collections');
  return {
    id: textOf(entry, 'id'),
    name,
    marketHashName,
    imageUrl: addressOf(fieldOf(entry, 'image')),
    rarity,
    weaponCategory: categoryNamed(textOf(fieldOf(entry, 'category'), 'name'), textOf(fieldOf(entry, 'weapon'), 'name')),
    exterior: exteriorNamed(textOf(fieldOf(entry, 'wear'), 'name')),
    isStatTrak: fieldOf(entry, 'stattrak') === true,
    collection: (Array.isArray(collections) && textOf(collections[0], 'name')) || null,
  };
}

export function readOutsideCollections(reply: unknown): OutsideList<OutsideCollection> | null {
  if (!Array.isArray(reply)) return null;
  const entries = reply
    .map((entry) => ({
      id: textOf(entry, 'id'),
      name: textOf(entry, 'name'),
      imageUrl: addressOf(fieldOf(entry, 'image')),
    }))
    .filter(({ id, name }) => id !== '' && name !== '');
  return { entries, skipped: reply.length - entries.length };
}

export function readOutsidePrices(reply: unknown): { prices: ReadonlyMap<string, Cents>; skipped: number } | null {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return null;
  const prices = new Map<string, Cents>();
  const named = Object.entries(reply);
  for (const [name, entry] of named) {
    const cents = priceOf(fieldOf(entry, 'price_cents'));
    if (cents !== null && isStorable(name)) prices.set(name, cents);
  }
  return { prices, skipped: named.length - prices.size };
}

function priceOf(value: unknown): Cents | null {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'string';
  if (!isWhole || !/^[0-9]{1,12}$/.test(String(value))) return null;
  const cents = parseCents(String(value));
  return cents <= MAX_PRICE_CENTS ? cents : null;
}

function fieldOf(entry: unknown, field: string): unknown {
  return typeof entry === 'object' && entry !== null && Object.hasOwn(entry, field)
    ? (entry as Record<string, unknown>)[field]
    : undefined;
}

/** Returns the empty text where none can be stored. */
function textOf(entry: unknown, field: string): string {
  const text = fieldOf(entry, field);
  return typeof text === 'string' && isStorable(text) ? text : '';
}

/** PostgreSQL stores no NUL character and no half of a surrogate pair. */
const isStorable = (text: string) =>
  text.length >= 1 && text.length <= MAX_NAME_LENGTH && !text.includes('\u0000') && text.isWellFormed();

function addressOf(address: unknown): string {
  const isAddress = typeof address === 'string' && address.length <= MAX_URL_LENGTH && /^https?:\/\//.test(address);
  return isAddress && URL.canParse(address) ? address : '';
}

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 20 * 1024 * 1024;
const MAX_ENTRIES = 50_000;
const MAX_AGE_MS = 10 * 60_000;

/** Throws 503 if it is not available. */
export interface ItemDatabase {
  readonly isConfigured: boolean;
  /** The copy is at most ten minutes old. */
  items(): Promise<OutsideList<OutsideItem>>;
  /** Asks anew, and keeps the answer for `items`. */
  freshItems(): Promise<OutsideList<OutsideItem>>;
  /** The copy is at most ten minutes old. */
  collections(): Promise<OutsideList<OutsideCollection>>;
  /** Asks anew; some items have no price. */
  prices(): Promise<{ prices: ReadonlyMap<string, Cents>; skipped: number }>;
  clear(): void;
}

interface ItemDatabaseOptions {
  url: string | null;
  logger: Logger;
  clock?: Clock;
  timeoutMs?: number;
}

export function createItemDatabase(options: ItemDatabaseOptions): ItemDatabase {
  const { url, logger, clock = systemClock, timeoutMs = TIMEOUT_MS } = options;
  const limits = { timeoutMs, maxReplyBytes: MAX_REPLY_BYTES };
  const client = url === null ? null : createOutsideClient({ name: 'item database', baseUrl: url, ...limits, logger });

  async function load<Read>(path: string, read: (reply: unknown) => Read | null): Promise<Read> {
    if (client === null) throw noItemDatabase();
    try {
      return await client.ask({ path, read: (reply) => read(withinEntries(reply)) });
    } catch (error) {
      throw itemDatabaseUnavailable(error);
    }
  }

  const kept = { clock, maxAgeMs: MAX_AGE_MS };
  const items = cached(kept, () => load('/items.json', readOutsideItems));
  const collections = cached(kept, () => load('/collections.json', readOutsideCollections));
  return {
    isConfigured: url !== null,
    items: items.get,
    freshItems: () => {
      items.clear();
      return items.get();
    },
    collections: collections.get,
    prices: () => load('/prices.json', readOutsidePrices),
    clear: () => {
      items.clear();
      collections.clear();
    },
  };
}

function withinEntries(reply: unknown): unknown {
  const entries = typeof reply === 'object' && reply !== null ? Object.keys(reply).length : 0;
  if (entries > MAX_ENTRIES) throw new RangeError(`${entries} entries are too many`);
  return reply;
}
