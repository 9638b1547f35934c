import { type Static, Type } from 'typebox';
import { offsetQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import type { TargetFilter } from './site.rules.ts';
import type { SwapTarget } from './site.types.ts';

const DEFAULT_TARGETS = 20;

const ValueBound = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

export const TargetsQuery = offsetQuery(DEFAULT_TARGETS, {
  minValueCents: Type.Optional(ValueBound('Lowest price in BRL cents')),
  maxValueCents: Type.Optional(ValueBound('Highest price in BRL cents')),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' })),
  sortOrder: Type.Optional(
    Type.Unsafe<'asc' | 'desc'>({
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'asc',
      description: 'Order by value',
    }),
  ),
});

export function targetFilterOf(query: Static<typeof TargetsQuery>): TargetFilter {
  const { minValueCents, maxValueCents, search = '', sortOrder = 'asc' } = query;
  return {
    minValueCents: minValueCents === undefined ? null : BigInt(minValueCents),
    maxValueCents: maxValueCents === undefined ? null : BigInt(maxValueCents),
    search,
    sortOrder,
  };
}

const TargetView = Type.Object(
  {
    marketHashName: Type.String({ description: 'Name that `POST /api/swap/site` takes' }),
    itemId: idOf('Id of the item in the catalogue'),
    name: Type.String({ description: 'Display name' }),
    imageUrl: Type.String({ description: 'Its picture' }),
    rarity: RarityField,
    rarityColor: RarityColorField,
    valueCentsBrl: centsOf(
      'Present price, in cents of BRL: its value in the catalogue, or the price of the marketplace with the house ' +
        'margin if that is more',
    ),
    valueFormatted: moneyText('The same, for a person'),
    count: Type.Integer({ description: 'How many are for sale' }),
  },
  { title: 'SwapTarget', description: 'An item that you may swap yours for' },
);
const exampleTarget = {
  marketHashName: 'AK-47 | Redline (Field-Tested)',
  itemId: '1',
  name: 'AK-47 | Redline (Field-Tested)',
  imageUrl: 'https://items.example/ak-47-redline.png',
  rarity: 'CLASSIFIED',
  rarityColor: '#d32ce6',
  valueCentsBrl: '19556',
  valueFormatted: 'R$ 195,56',
  count: 4,
};

export const TargetList = Type.Object(
  {
    data: Type.Array(TargetView, { description: 'The targets of this part of the list' }),
    meta: Type.Object(
      {
        total: Type.Integer({ description: 'Targets that fit, on all parts' }),
        limit: Type.Integer({ description: 'Targets at most, as asked for' }),
        offset: Type.Integer({ description: 'Targets left out, as asked for' }),
        hasMore: Type.Boolean({ description: 'Whether more follow' }),
      },
      { title: 'OffsetMeta', description: 'The place of this part in the list' },
    ),
  },
  {
    title: 'SwapTargetPage',
    examples: [{ data: [exampleTarget], meta: { total: 1, limit: DEFAULT_TARGETS, offset: 0, hasMore: false } }],
  },
);

export function targetList(
  targets: readonly SwapTarget[],
  { limit = DEFAULT_TARGETS, offset = 0 }: { limit?: number; offset?: number },
): Static<typeof TargetList> {
  const total = targets.length;
  return {
    data: targets.slice(offset, offset + limit).map(targetView),
    meta: { total, limit, offset, hasMore: offset + limit < total },
  };
}

function targetView({ valueCents, ...target }: SwapTarget): Static<typeof TargetView> {
  const { marketHashName, itemId, name, imageUrl, count } = target;
  const rarity = target.rarity as Static<typeof RarityField>;
  const [valueCentsBrl, valueFormatted] = [valueCents.toString(), formatBrl(valueCents)];
  const rarityColor = rarityColorOf(rarity);
  return { marketHashName, itemId, name, imageUrl, rarity, rarityColor, valueCentsBrl, valueFormatted, count };
}
