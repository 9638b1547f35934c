import { flipItems, HASH_MAX, percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText, IdText, listOf, pageQuery, Timestamp } from '../../../platform/schemas.ts';
import { ChancePercent, hashRangeFields } from '../fairness/index.ts';
import { theoreticalRtp } from './cases.rules.ts';
import { CASE_ORDERS, type CaseFilter, type CaseOrder, type DescribedCaseItem } from './cases.types.ts';
import type { ActiveCase } from './read-case.ts';

const PriceFilter = Type.String({ pattern: '^[0-9]{1,18}$', 'x-fault': 'must be whole cents: 1 to 18 digits' });

export const caseListFields = {
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Exactly this category' })),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name' })),
  minPriceCents: Type.Optional(PriceFilter),
  maxPriceCents: Type.Optional(PriceFilter),
  sortBy: Type.Optional(
    Type.Unsafe<CaseOrder['sortBy']>({ type: 'string', enum: [...CASE_ORDERS], default: 'createdAt' }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<CaseOrder['sortOrder']>({ type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
  ),
};

export const CaseListQuery = pageQuery(caseListFields);

type CaseQuery = Static<typeof CaseListQuery>;

export function caseFilterOf({ category, search, minPriceCents, maxPriceCents }: CaseQuery): CaseFilter {
  return {
    category,
    search,
    minPriceCents: minPriceCents === undefined ? undefined : BigInt(minPriceCents),
    maxPriceCents: maxPriceCents === undefined ? undefined : BigInt(maxPriceCents),
  };
}

export const caseOrderOf = ({ sortBy = 'createdAt', sortOrder = 'desc' }: CaseQuery): CaseOrder => ({
  sortBy,
  sortOrder,
});

export const CaseParams = Type.Object({ id: IdText });

export const NullableThreshold = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The roll from which the second wheel turns; always the hashRangeStart of an item. Null: it never turns',
});

export const exampleCase = {
  id: '5',
  name: 'Amazônia',
  imageUrl: 'https://images.example/cases/amazonia.png',
  category: 'Nature',
  priceCents: '1990',
  priceFormatted: 'R$ 19,90',
  versionNumber: 3,
  hasFlip: true,
  flipThreshold: 9_999_001,
  itemsCount: 3,
  createdAt: '2026-11-01T12:00:00.000Z',
};

export const CaseView = Type.Object(
  {
    id: IdText,
    name: Type.String(),
    imageUrl: Type.String(),
    category: Type.String(),
    priceCents: CentsText,
    priceFormatted: Type.String(),
    versionNumber: Type.Integer({ description: 'The version that is played now' }),
    hasFlip: Type.Boolean(),
    flipThreshold: NullableThreshold,
    itemsCount: Type.Integer(),
    createdAt: Timestamp,
  },
  { examples: [exampleCase] },
);

export const CaseList = Type.Object(listOf(CaseView).properties, {
  examples: [{ data: [exampleCase], meta: { page: 1, limit: 20, total: 1 } }],
});

export function caseView(found: ActiveCase): Static<typeof CaseView> {
  const { id, name, imageUrl, category, priceCents, versionNumber, flipThreshold, itemsCount } = found;
  return {
    id,
    name,
    imageUrl,
    category,
    priceCents: priceCents.toString(),
    priceFormatted: formatBrl(priceCents),
    versionNumber,
    hasFlip: flipThreshold !== null,
    flipThreshold,
    itemsCount,
    createdAt: found.createdAt.toISOString(),
  };
}

export const CaseCategories = Type.Object(
  { categories: Type.Array(Type.Object({ name: Type.String(), casesCount: Type.Integer() })) },
  { examples: [{ categories: [{ name: 'Nature', casesCount: 12 }] }] },
);

export const exampleCaseItem = {
  itemId: '7',
  name: 'AK-47 | Slate',
  marketHashName: 'AK-47 | Slate (Field-Tested)',
  imageUrl: 'https://images.example/items/7.png',
  rarity: 'RESTRICTED',
  valueCentsBrl: '2450',
  valueFormatted: 'R$ 24,50',
  hashRangeStart: 1,
  hashRangeEnd: 7_999_000,
  chancePercent: '79.99',
  isFlip: false,
};

export const CaseItemView = Type.Object({
  itemId: IdText,
  name: Type.String(),
  marketHashName: Type.String(),
  imageUrl: Type.String(),
  rarity: Type.String(),
  valueCentsBrl: CentsText,
  valueFormatted: Type.String(),
  ...hashRangeFields,
  chancePercent: ChancePercent,
  isFlip: Type.Boolean({ description: 'On the second wheel' }),
});

export function caseItemView(item: DescribedCaseItem, flipThreshold: number | null): Static<typeof CaseItemView> {
  const { itemId, name, marketHashName, imageUrl, rarity, valueCentsBrl, hashRangeStart, hashRangeEnd } = item;
  return {
    itemId,
    name,
    marketHashName,
    imageUrl,
    rarity,
    valueCentsBrl: valueCentsBrl.toString(),
    valueFormatted: formatBrl(valueCentsBrl),
    hashRangeStart,
    hashRangeEnd,
    chancePercent: percentOfRolls(widthOf(item)),
    isFlip: flipThreshold !== null && flipItems([item], flipThreshold).length > 0,
  };
}

export const CaseItems = Type.Object(
  { caseId: IdText, versionNumber: Type.Integer(), items: Type.Array(CaseItemView) },
  { examples: [{ caseId: '5', versionNumber: 3, items: [exampleCaseItem] }] },
);

export function caseItemsView(found: ActiveCase, items: readonly DescribedCaseItem[]): Static<typeof CaseItems> {
  return {
    caseId: found.id,
    versionNumber: found.versionNumber,
    items: items.map((item) => caseItemView(item, found.flipThreshold)),
  };
}

export const TheoreticalRtp = Type.String({
  description:
    'Σ (rolls of the item × its value) ÷ (10000000 × price) × 100 at the prices of now, with 4 decimals: computed ' +
    'exactly and rounded once, a half up',
  examples: ['93.4512'],
});

export const CaseProbabilities = Type.Object(
  {
    caseId: IdText,
    versionNumber: Type.Integer(),
    priceCents: CentsText,
    priceFormatted: Type.String(),
    theoreticalRtpPercent: TheoreticalRtp,
    hasFlip: Type.Boolean(),
    flipThreshold: NullableThreshold,
    flipChancePercent: Type.String({ description: 'How often the second wheel turns, in percent, exact' }),
    items: Type.Array(
      Type.Object({
        itemId: IdText,
        name: Type.String(),
        ...hashRangeFields,
        rolls: Type.Integer({ description: 'How many of the 10000000 rolls give the item' }),
        chancePercent: ChancePercent,
        valueCentsBrl: CentsText,
        valueFormatted: Type.String(),
        isFlip: Type.Boolean({ description: 'On the second wheel' }),
      }),
    ),
  },
  {
    examples: [
      {
        caseId: '5',
        versionNumber: 3,
        priceCents: '1990',
        priceFormatted: 'R$ 19,90',
        theoreticalRtpPercent: '93.4512',
        hasFlip: true,
        flipThreshold: 9_999_001,
        flipChancePercent: '0.01',
        items: [
          {
            itemId: '7',
            name: 'AK-47 | Slate',
            hashRangeStart: 1,
            hashRangeEnd: 7_999_000,
            rolls: 7_999_000,
            chancePercent: '79.99',
            valueCentsBrl: '2450',
            valueFormatted: 'R$ 24,50',
            isFlip: false,
          },
        ],
      },
    ],
  },
);

export function caseProbabilitiesView(
  found: ActiveCase,
  items: readonly DescribedCaseItem[],
): Static<typeof CaseProbabilities> {
  const { id, versionNumber, priceCents, priceFormatted, hasFlip, flipThreshold } = caseView(found);
  return {
    caseId: id,
    versionNumber,
    priceCents,
    priceFormatted,
    theoreticalRtpPercent: theoreticalRtp(items, found.priceCents),
    hasFlip,
    flipThreshold,
    flipChancePercent: percentOfRolls(flipThreshold === null ? 0 : HASH_MAX - flipThreshold + 1),
    items: items.map((item) => ({ ...caseItemView(item, flipThreshold), rolls: widthOf(item) })),
  };
}
