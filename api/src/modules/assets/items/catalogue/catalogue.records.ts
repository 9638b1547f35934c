import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { record } from '../../../../platform/record.ts';
import { GivenReason, idOf } from '../../../../platform/schemas.ts';
import {
  adminItemFields,
  CategoryField,
  ITEM_NAME,
  type ItemDescription,
  NullableExterior,
  PICTURE,
  RarityField,
  SearchText,
} from '../items.records.ts';

export const AdminItemView = record('AdminItem', 'An item as administrators see it', adminItemFields);
export const AdminItemList = listOf(AdminItemView);

export const AdminItemsQuery = pageQuery({
  search: Type.Optional(SearchText),
  isArchived: Type.Optional(Type.Boolean({ description: 'Only archived items, or only others; both when left out' })),
});

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const PriceText = Type.String({
  pattern: '^(0|[1-9][0-9]{0,11})$',
  'x-fault': 'must be whole cents in a string, at most 12 digits',
  description: 'USD cents, as the marketplace asks',
  examples: ['3000'],
});
const describedFields = {
  name: Name('Display name'),
  marketHashName: Name('The name on the marketplace, unique'),
  imageUrl: Type.String({
    maxLength: 1000,
    pattern: '^https?://',
    format: 'uri',
    'x-fault': 'must be an http or https address of at most 1000 characters',
    description: 'Address of a picture',
  }),
  rarity: RarityField,
  weaponCategory: CategoryField,
  originalPriceCents: PriceText,
};
const optionalFields = {
  exterior: Type.Optional(NullableExterior),
  isStatTrak: Type.Optional(Type.Boolean({ description: 'Whether it counts kills' })),
  collection: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 200,
      description: 'The collection that it belongs to',
    }),
  ),
  marginPercent: Type.Optional(Type.Number({ minimum: 0, maximum: 1000, description: 'Informational' })),
};

export const NewItem = Type.Object(
  { ...describedFields, ...optionalFields },
  {
    examples: [
      {
        name: ITEM_NAME,
        marketHashName: ITEM_NAME,
        imageUrl: PICTURE,
        rarity: 'CLASSIFIED',
        weaponCategory: 'RIFLE',
        exterior: 'FIELD_TESTED',
        isStatTrak: false,
        collection: 'The Phoenix Collection',
        originalPriceCents: '3000',
      },
    ],
  },
);

export function describedItem(body: Static<typeof NewItem>): ItemDescription {
  return {
    name: body.name,
    marketHashName: body.marketHashName,
    imageUrl: body.imageUrl,
    rarity: body.rarity,
    weaponCategory: body.weaponCategory,
    exterior: body.exterior ?? null,
    isStatTrak: body.isStatTrak ?? false,
    collection: body.collection ?? null,
    originalPriceCents: BigInt(body.originalPriceCents),
    marginPercent: body.marginPercent ?? 20,
  };
}

export const ItemChange = Type.Object(
  {
    ...Type.Partial(Type.Object(describedFields)).properties,
    ...optionalFields,
    confirm: Type.Optional(
      Type.Boolean({ default: false, description: 'Also where the price is far from those of the last day' }),
    ),
    reason: GivenReason,
  },
  { examples: [{ originalPriceCents: '3150', reason: 'The item database lags behind' }] },
);

/** Ignores unknown fields of a body. */
export function describedChange(body: Static<typeof ItemChange>): Partial<ItemDescription> {
  const { originalPriceCents, ...rest } = body;
  const fields = Object.keys(ItemChange.properties).filter((field) => field !== 'confirm' && field !== 'reason');
  const named = Object.fromEntries(Object.entries(rest).filter(([field]) => fields.includes(field)));
  return originalPriceCents === undefined ? named : { ...named, originalPriceCents: BigInt(originalPriceCents) };
}

export const ItemParams = Type.Object({ id: idOf('Id of the item') });
