import { type Static, Type } from 'typebox';
import { type Id, toId } from '../../../platform/ids.ts';
import { offsetQuery } from '../../../platform/lists.ts';
import { formatBrl } from '../../../platform/money.ts';
import { centsOf, IdText, idOf, timeOf } from '../../../platform/schemas.ts';
import {
  CategoryField,
  EXTERIORS,
  ExteriorField,
  RARITIES,
  RarityColorField,
  rarityColorOf,
  WEAPON_CATEGORIES,
} from '../items/index.ts';
import { STAY_CODES, type StayCode, stayCodeOf } from './inventory.rules.ts';
import {
  INVENTORY_STATUSES,
  type InventoryItem,
  type InventoryPage,
  type InventoryRequest,
  type InventoryStatus,
  ITEM_CAUSES,
  ITEM_SOURCES,
  type ItemCause,
  type ItemSource,
  type Sale,
  type SaleQuote,
  SORT_KEYS,
  SORT_ORDERS,
  UNKNOWN_ITEM_NAME,
} from './inventory.types.ts';

const DEFAULT_LIMIT = 15;
/** As long as the longest name of an item; nothing longer can be part of one. */
const MAX_SEARCH_LENGTH = 200;

const oneOf = <Value extends string>(values: readonly Value[], more: object = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...more });

const Formatted = Type.String({ description: 'For people to read', examples: ['R$ 1.234,56'] });

const valueBound = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const InventoryQuery = offsetQuery(DEFAULT_LIMIT, {
  status: Type.Optional(oneOf(INVENTORY_STATUSES, { description: 'Only those; all when omitted' })),
  sortBy: Type.Optional(oneOf(SORT_KEYS, { default: 'acquiredAt', description: '`value` is the value in BRL' })),
  sortOrder: Type.Optional(oneOf(SORT_ORDERS, { default: 'desc', description: 'Direction' })),
  search: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description: 'Part of the name of the item, in upper or lower case',
      examples: ['redline'],
    }),
  ),
  rarity: Type.Optional(oneOf(Object.keys(RARITIES), { description: 'Only of this grade' })),
  weaponCategory: Type.Optional(oneOf(Object.keys(WEAPON_CATEGORIES), { description: 'Only this kind of thing' })),
  exterior: Type.Optional(oneOf(Object.keys(EXTERIORS), { description: 'Only as worn as this' })),
  source: Type.Optional(
    oneOf<ItemSource>(Object.keys(ITEM_SOURCES) as ItemSource[], {
      description: 'Only items of this origin; SWAP means items from a swap, whatever their earlier origin',
    }),
  ),
  minValueCents: Type.Optional(valueBound('Worth at least so many BRL cents')),
  maxValueCents: Type.Optional(valueBound('Worth at most so many BRL cents')),
});

export function inventoryRequestOf(query: Static<typeof InventoryQuery>): InventoryRequest {
  const { status, limit = DEFAULT_LIMIT, offset = 0, sortBy = 'acquiredAt', sortOrder = 'desc' } = query;
  const { source, rarity, weaponCategory, exterior, minValueCents, maxValueCents } = query;
  return {
    status,
    limit,
    offset,
    sortBy,
    sortOrder,
    // Every name contains the empty text.
    search: query.search || undefined,
    source,
    rarity,
    weaponCategory,
    exterior,
    minValueCents: minValueCents === undefined ? undefined : BigInt(minValueCents),
    maxValueCents: maxValueCents === undefined ? undefined : BigInt(maxValueCents),
  };
}

const exampleItem = {
  id: '1',
  itemId: '1',
  itemName: 'AK-47 | Redline (Field-Tested)',
  itemImage: 'https://items.example/ak-47-redline.png',
  itemRarity: 'CLASSIFIED',
  itemRarityColor: '#d32ce6',
  itemValueCents: '12345',
  itemValueFormatted: 'R$ 123,45',
  weaponCategory: 'RIFLE',
  exterior: 'FIELD_TESTED',
  isStatTrak: false,
  status: 'AVAILABLE',
  acquiredAt: '2026-11-15T12:00:00.000Z',
  acquiredFrom: 'Caixa - Aurora',
};

const StayReason = Type.Object(
  {
    code: oneOf<StayCode>(STAY_CODES, { title: 'StayCode', description: 'For programs to compare' }),
    message: Type.String({ description: 'For the player, in Portuguese' }),
  },
  { title: 'StayReason', description: 'Why an item cannot be withdrawn' },
);

const STAY_WORDS: Readonly<Record<StayCode, string>> = {
  RESTRICTED_TO_GAMES: 'Este item é só para jogar e vender: ele não pode ser retirado.',
  LOCKED: 'Este item está reservado em uma retirada ou em um upgrade.',
  IN_SWAP: 'Este item está reservado em uma troca.',
  GONE: 'Este item já saiu do seu inventário.',
  NOT_IN_CATALOGUE: 'Este item saiu do catálogo: ninguém sabe mais o que ele vale.',
};

const InventoryItemView = Type.Object(
  {
    id: idOf('Id to sell or play it by'),
    itemId: Type.String({ description: 'Id of the item in the catalogue; 0 if the catalogue no longer has it' }),
    itemName: Type.String({ description: `"${UNKNOWN_ITEM_NAME}" where the item is no longer in the catalogue` }),
    itemImage: Type.String({ description: 'Address of a picture; empty where the item is no longer in the catalogue' }),
    itemRarity: Type.Unsafe<string>({
      title: 'InventoryRarity',
      type: 'string',
      enum: [...Object.keys(RARITIES), 'UNKNOWN'],
      description: 'The grade; UNKNOWN where the item is no longer in the catalogue',
    }),
    itemRarityColor: RarityColorField,
    itemValueCents: centsOf('Present worth, in BRL cents'),
    itemValueFormatted: Formatted,
    weaponCategory: Type.Unsafe<string>(CategoryField),
    exterior: Type.Optional(
      Type.Unsafe<string>({ ...ExteriorField, description: 'How worn it is; absent where that does not apply' }),
    ),
    isStatTrak: Type.Boolean({ description: 'Whether it counts kills' }),
    status: oneOf<InventoryStatus>(INVENTORY_STATUSES, {
      title: 'InventoryStatus',
      description: 'Status of the item; AVAILABLE items can be sold and played',
    }),
    acquiredAt: timeOf('When it came into the inventory'),
    acquiredFrom: Type.Optional(Type.String({ description: 'Origin of the item' })),
    lockedUntil: Type.Optional(timeOf('Until when it can be neither sold nor played; absent where it is not locked')),
    cannotLeave: Type.Optional({
      ...StayReason,
      description:
        'Reasons in the item itself why it cannot be withdrawn; absent if there are none. The price on the ' +
        'marketplace is looked up when a withdrawal is requested.',
    }),
  },
  { title: 'InventoryItem', description: 'An item that a user has or had' },
);

export const InventoryView = Type.Object(
  {
    items: Type.Array(InventoryItemView, { description: 'The part of the list that was asked for' }),
    total: Type.Integer({ description: 'Items that the filters choose' }),
    limit: Type.Integer({ description: 'Entries at most, as asked' }),
    offset: Type.Integer({ description: 'Entries left out, as asked' }),
    hasMore: Type.Boolean({ description: 'Whether there is another page' }),
    totalAvailableCount: Type.Integer({ description: 'Number of your AVAILABLE items, independent of the filters' }),
    totalAvailableValueCents: centsOf('Worth of those items, in BRL cents'),
    totalAvailableValueFormatted: Formatted,
  },
  {
    title: 'Inventory',
    examples: [
      {
        items: [exampleItem],
        total: 137,
        limit: DEFAULT_LIMIT,
        offset: 0,
        hasMore: true,
        totalAvailableCount: 120,
        totalAvailableValueCents: '987654',
        totalAvailableValueFormatted: 'R$ 9.876,54',
      },
    ],
  },
);

export function inventoryView(page: InventoryPage, request: InventoryRequest): Static<typeof InventoryView> {
  const { limit, offset } = request;
  return {
    items: page.items.map(inventoryItemView),
    total: page.total,
    limit,
    offset,
    hasMore: offset + limit < page.total,
    totalAvailableCount: page.availableCount,
    totalAvailableValueCents: page.availableValueCents.toString(),
    totalAvailableValueFormatted: formatBrl(page.availableValueCents),
  };
}

/** The item is still the user's and is shown, though nobody knows any more what it was. */
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
  const details = item.details ?? UNKNOWN_DETAILS;
  const stays = stayCodeOf(item);
  return {
    id: item.id,
    itemId: item.itemId ?? '0',
    itemName: details.name,
    itemImage: details.imageUrl,
    itemRarity: details.rarity,
    itemRarityColor: rarityColorOf(details.rarity),
    itemValueCents: details.valueCentsBrl.toString(),
    itemValueFormatted: formatBrl(details.valueCentsBrl),
    weaponCategory: details.weaponCategory,
    ...(details.exterior === null ? {} : { exterior: details.exterior }),
    isStatTrak: details.isStatTrak,
    status: item.status,
    acquiredAt: item.acquiredAt.toISOString(),
    ...(item.acquiredFrom === null ? {} : { acquiredFrom: item.acquiredFrom }),
    ...(item.lockedUntil === null ? {} : { lockedUntil: item.lockedUntil.toISOString() }),
    ...(stays === null ? {} : { cannotLeave: { code: stays, message: STAY_WORDS[stays] } }),
  };
}

export const SellParams = Type.Object({ id: idOf('Id of the item in your inventory') });

/** That there are 1 to 100 and none twice is for the use case to say, in its own words. */
export const SellSeveralBody = Type.Object(
  { inventoryItemIds: Type.Array(IdText, { description: '1 to 100 ids of your items, each once' }) },
  { examples: [{ inventoryItemIds: ['1', '2'] }] },
);

export const inventoryIdsOf = (ids: readonly string[]): Id<'inventoryItem'>[] =>
  ids.map((id) => toId<'inventoryItem'>(id));

export const SaleView = Type.Object(
  {
    success: Type.Literal(true, { description: 'Always true' }),
    itemsSold: Type.Integer({ description: 'How many were sold' }),
    totalValueCents: centsOf('Proceeds of these items, in BRL cents'),
    totalValueFormatted: Formatted,
  },
  {
    title: 'Sale',
    examples: [{ success: true, itemsSold: 2, totalValueCents: '24690', totalValueFormatted: 'R$ 246,90' }],
  },
);

export function saleView({ itemsSold, totalValueCents }: Sale): Static<typeof SaleView> {
  return {
    success: true,
    itemsSold,
    totalValueCents: totalValueCents.toString(),
    totalValueFormatted: formatBrl(totalValueCents),
  };
}

export const WinningsQuery = Type.Object({
  cause: oneOf<ItemCause>(ITEM_CAUSES, { description: 'Proceeds of these items, formatted', examples: ['BATTLE'] }),
  id: idOf('Id of the play'),
});

export const QuoteView = Type.Object(
  {
    itemsCount: Type.Integer({ description: 'How many they are' }),
    totalValueCents: centsOf('Proceeds of all items together, in BRL cents'),
    totalValueFormatted: Formatted,
    items: Type.Array(
      Type.Object({ id: idOf('Id of the item in your inventory'), valueCents: centsOf('Proceeds of the item') }),
      { description: 'In the order of the request, or of the wins' },
    ),
  },
  {
    title: 'SaleQuote',
    description: 'The proceeds of a sale now; a sale uses the values of its own moment',
    examples: [
      {
        itemsCount: 2,
        totalValueCents: '24690',
        totalValueFormatted: 'R$ 246,90',
        items: [
          { id: '1', valueCents: '12345' },
          { id: '2', valueCents: '12345' },
        ],
      },
    ],
  },
);

export const quoteView = ({ items, totalValueCents }: SaleQuote): Static<typeof QuoteView> => ({
  itemsCount: items.length,
  totalValueCents: totalValueCents.toString(),
  totalValueFormatted: formatBrl(totalValueCents),
  items: items.map(({ id, valueCents }) => ({ id, valueCents: valueCents.toString() })),
});
