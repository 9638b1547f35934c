import { type Static, Type } from 'typebox';
import { toId } from '../../../platform/ids.ts';
import { offsetQuery } from '../../../platform/lists.ts';
import { type Cents, formatBrl, givenCents } from '../../../platform/money.ts';
import { cents, flag, id, integer, listOf, oneOf, orNull, record, string, time } from '../../../platform/record.ts';
import { IdText, idOf } from '../../../platform/schemas.ts';
import {
  CategoryField,
  EXTERIORS,
  ExteriorField,
  RARITIES,
  RarityColorField,
  rarityColorOf,
  WEAPON_CATEGORIES,
} from '../items/index.ts';
import {
  INVENTORY_STATUSES,
  type InventoryItem,
  type InventoryStatus,
  type Sale,
  type SaleQuote,
  STAY_CODES,
  type StayCode,
  stayCodeOf,
} from './inventory.rules.ts';

/** Searches and sorting use it, too. */
export const UNKNOWN_ITEM_NAME = 'Unknown item';

/** The documents say how the origin of an item begins. */
export const ITEM_SOURCES = {
  CASE: 'Caixa',
  BATTLE: 'Batalha',
  UPGRADE: 'Upgrade',
  RAFFLE: 'Sorteio',
  EVENT: 'Evento',
  SWAP: 'Swap',
} as const;
type ItemSource = keyof typeof ITEM_SOURCES;

export const OPENING_CAUSE = 'CASE_OPENING';
const ITEM_CAUSES = [OPENING_CAUSE, 'UPGRADE', 'BATTLE', 'RAFFLE', 'EVENT_CLAIM', 'EVENT_SHOT', 'SITE_SWAP'] as const;

export interface ItemCause {
  type: (typeof ITEM_CAUSES)[number];
  id: string;
}

export const SORT_KEYS = ['value', 'acquiredAt', 'name'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;

/** A field that is undefined filters nothing. */
export interface ItemFilter {
  search?: string | undefined;
  rarity?: string | undefined;
  weaponCategory?: string | undefined;
  exterior?: string | undefined;
  minValueCents?: Cents | undefined;
  maxValueCents?: Cents | undefined;
}

export interface InventoryRequest extends ItemFilter {
  status?: InventoryStatus | undefined;
  source?: ItemSource | undefined;
  sortBy: (typeof SORT_KEYS)[number];
  sortOrder: (typeof SORT_ORDERS)[number];
  limit: number;
  offset: number;
}

export interface InventoryPage {
  items: InventoryItem[];
  total: number;
  /** These two are independent of the filters. */
  availableCount: number;
  availableValueCents: Cents;
  /** The page holds as long as they do. */
  epochs: string;
}

const DEFAULT_LIMIT = 15;
/** No name of an item is longer. */
const MAX_SEARCH_LENGTH = 200;

const choice = <Value extends string>(values: readonly Value[], more: object) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...more });

const valueBound = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const InventoryQuery = offsetQuery(DEFAULT_LIMIT, {
  status: Type.Optional(choice(INVENTORY_STATUSES, { description: 'Only those; all when omitted' })),
  sortBy: Type.Optional(choice(SORT_KEYS, { default: 'acquiredAt', description: '`value` is the value in BRL' })),
  sortOrder: Type.Optional(choice(SORT_ORDERS, { default: 'desc', description: 'Direction' })),
  search: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description: 'Part of the name of the item, in upper or lower case',
      examples: ['redline'],
    }),
  ),
  rarity: Type.Optional(choice(Object.keys(RARITIES), { description: 'Only of this grade' })),
  weaponCategory: Type.Optional(choice(Object.keys(WEAPON_CATEGORIES), { description: 'Only this kind of thing' })),
  exterior: Type.Optional(choice(Object.keys(EXTERIORS), { description: 'Only as worn as this' })),
  source: Type.Optional(
    choice<ItemSource>(Object.keys(ITEM_SOURCES) as ItemSource[], {
      description: 'Only items of this origin; SWAP means items from a swap, whatever their earlier origin',
    }),
  ),
  minValueCents: Type.Optional(valueBound('Worth at least so many BRL cents')),
  maxValueCents: Type.Optional(valueBound('Worth at most so many BRL cents')),
});

export function inventoryRequestOf(query: Static<typeof InventoryQuery>): InventoryRequest {
  const { limit = DEFAULT_LIMIT, offset = 0, sortBy = 'acquiredAt', sortOrder = 'desc' } = query;
  const { minValueCents, maxValueCents } = query;
  return {
    ...query,
    limit,
    offset,
    sortBy,
    sortOrder,
    search: query.search || undefined,
    minValueCents: givenCents(minValueCents),
    maxValueCents: givenCents(maxValueCents),
  };
}

const Formatted = string('For people to read', 'R$ 1.234,56');
const Status = oneOf(
  INVENTORY_STATUSES,
  'InventoryStatus',
  'Status of the item; AVAILABLE items can be sold and played',
);
const itemName = string(
  `"${UNKNOWN_ITEM_NAME}" where the item is no longer in the catalogue`,
  'AK-47 | Redline (Field-Tested)',
);

const STAY_WORDS: Readonly<Record<StayCode, string>> = {
  RESTRICTED_TO_GAMES: 'Este item é só para jogar e vender: ele não pode ser retirado.',
  LOCKED: 'Este item está reservado em uma retirada ou em um upgrade.',
  IN_SWAP: 'Este item está reservado em uma troca.',
  GONE: 'Este item já saiu do seu inventário.',
  NOT_IN_CATALOGUE: 'Este item saiu do catálogo: ninguém sabe mais o que ele vale.',
};

const itemFields = {
  id: id<'inventoryItem'>('Id to sell or play it by'),
  itemId: string('Id of the item in the catalogue; 0 if the catalogue no longer has it', '1'),
  itemName,
  itemImage: string(
    'Address of a picture; empty where the item is no longer in the catalogue',
    'https://items.example/ak-47-redline.png',
  ),
  itemRarity: oneOf<string>(
    [...Object.keys(RARITIES), 'UNKNOWN'],
    'InventoryRarity',
    'The grade; UNKNOWN where the item is no longer in the catalogue',
  ),
  itemRarityColor: RarityColorField,
  itemValueCents: cents('Present worth, in BRL cents'),
  itemValueFormatted: Formatted,
  weaponCategory: Type.Unsafe<string>({ ...CategoryField, examples: ['RIFLE'] }),
  isStatTrak: flag('Whether it counts kills', false),
  status: Status,
  acquiredAt: time('When it came into the inventory'),
};
const InventoryItemView = Type.Object(
  {
    ...itemFields,
    exterior: Type.Optional(
      Type.Unsafe<string>({ ...ExteriorField, description: 'How worn it is; absent where that does not apply' }),
    ),
    acquiredFrom: Type.Optional(Type.String({ description: 'Origin of the item' })),
    lockedUntil: Type.Optional(time('Until when it can be neither sold nor played; absent where it is not locked')),
    cannotLeave: Type.Optional({
      ...record('StayReason', 'Why an item cannot be withdrawn', {
        code: oneOf(STAY_CODES, 'StayCode', 'For programs to compare'),
        message: string('For the player, in Portuguese', STAY_WORDS.RESTRICTED_TO_GAMES),
      }),
      description:
        'Reasons in the item itself why it cannot be withdrawn; absent if there are none. The price on the ' +
        'marketplace is looked up when a withdrawal is requested.',
    }),
  },
  {
    title: 'InventoryItem',
    description: 'An item that a user has or had',
    examples: record('InventoryItem', '', itemFields).examples,
  },
);

export const Inventory = record('Inventory', 'A part of the items of a user', {
  items: listOf(InventoryItemView, 'The part of the list that was asked for'),
  total: integer('Items that the filters choose', 137),
  limit: integer('Entries at most, as asked', DEFAULT_LIMIT),
  offset: integer('Entries left out, as asked', 0),
  hasMore: flag('Whether there is another page', true),
  totalAvailableCount: integer('Number of your AVAILABLE items, independent of the filters', 120),
  totalAvailableValueCents: cents('Worth of those items, in BRL cents', '987654'),
  totalAvailableValueFormatted: Formatted,
});

export function inventoryView(page: InventoryPage, { limit, offset }: InventoryRequest): Static<typeof Inventory> {
  return {
    items: page.items.map(inventoryItemView),
    total: page.total,
    limit,
    offset,
    hasMore: offset + limit < page.total,
    totalAvailableCount: page.availableCount,
    totalAvailableValueCents: page.availableValueCents,
    totalAvailableValueFormatted: formatBrl(page.availableValueCents),
  };
}

/** The user still owns an item that the catalogue no longer has. */
const UNKNOWN_DETAILS: NonNullable<InventoryItem['details']> = {
  name: UNKNOWN_ITEM_NAME,
  imageUrl: '',
  rarity: 'UNKNOWN',
  weaponCategory: 'OTHER',
  exterior: null,
  isStatTrak: false,
  valueCentsBrl: 0n,
};

function inventoryItemView(item: InventoryItem): Static<typeof InventoryItemView> {
  const { id, itemId, status, acquiredAt, acquiredFrom, lockedUntil } = item;
  const { name, imageUrl, rarity, weaponCategory, exterior, isStatTrak, valueCentsBrl } =
    item.details ?? UNKNOWN_DETAILS;
  const stays = stayCodeOf(item);
  return {
    id,
    itemId: itemId ?? '0',
    itemName: name,
    itemImage: imageUrl,
    itemRarity: rarity,
    itemRarityColor: rarityColorOf(rarity),
    itemValueCents: valueCentsBrl,
    itemValueFormatted: formatBrl(valueCentsBrl),
    weaponCategory,
    ...(exterior === null ? {} : { exterior }),
    isStatTrak,
    status,
    acquiredAt,
    ...(acquiredFrom === null ? {} : { acquiredFrom }),
    ...(lockedUntil === null ? {} : { lockedUntil }),
    ...(stays === null ? {} : { cannotLeave: { code: stays, message: STAY_WORDS[stays] } }),
  };
}

export const SellParams = Type.Object({ id: idOf('Id of the item in your inventory') });

/** The use case checks the number and repeats, with errors of its own. */
export const SellSeveralBody = Type.Object(
  { inventoryItemIds: Type.Array(IdText, { description: '1 to 100 ids of your items, each once' }) },
  { examples: [{ inventoryItemIds: ['1', '2'] }] },
);
export const inventoryIdsOf = (ids: readonly string[]) => ids.map((id) => toId<'inventoryItem'>(id));

export const SaleView = record('Sale', 'Items that were sold', {
  success: Type.Literal(true, { description: 'Always true', examples: [true] }),
  itemsSold: integer('How many were sold', 2),
  totalValueCents: cents('Proceeds of these items, in BRL cents', '24690'),
  totalValueFormatted: Formatted,
});
export const saleView = ({ itemsSold, totalValueCents }: Sale): Static<typeof SaleView> => ({
  success: true,
  itemsSold,
  totalValueCents,
  totalValueFormatted: formatBrl(totalValueCents),
});

export const WinningsQuery = Type.Object({
  cause: choice(ITEM_CAUSES, { description: 'Proceeds of these items, formatted', examples: ['BATTLE'] }),
  id: idOf('Id of the play'),
});

export const QuoteView = record('SaleQuote', 'The proceeds of a sale now; a sale uses the values of its own moment', {
  itemsCount: integer('How many they are', 1),
  totalValueCents: cents('Proceeds of all items together, in BRL cents'),
  totalValueFormatted: Formatted,
  items: listOf(
    Type.Object({
      id: id<'inventoryItem'>('Id of the item in your inventory'),
      valueCents: cents('Proceeds of the item'),
    }),
    'In the order of the request, or of the wins',
    [{ id: '1', valueCents: '12345' }],
  ),
});
export const quoteView = ({ items, totalValueCents }: SaleQuote): Static<typeof QuoteView> => ({
  itemsCount: items.length,
  totalValueCents,
  totalValueFormatted: formatBrl(totalValueCents),
  items,
});

export const RestrictParams = Type.Object({ id: idOf('Id of the item in the inventory of a user') });
export const RestrictBody = Type.Object(
  { restricted: Type.Boolean({ description: 'True: the item can only be played and sold' }) },
  { examples: [{ restricted: true }] },
);
export const RestrictedItem = record(
  'RestrictedItem',
  'An item of a user, and whether it is restricted to the games of the platform',
  {
    id: id<'inventoryItem'>('Id of the item in the inventory'),
    userId: id<'user'>('Owner of the item'),
    itemId: orNull(
      id<'item'>('Id of the item'),
      'Id of the item in the catalogue; null if the catalogue no longer has it',
    ),
    itemName,
    status: string('Status of the item', 'AVAILABLE'),
    restrictedToGames: flag('Whether it can be neither withdrawn nor swapped', true),
  },
);
