import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull, timeOf } from '../../../../platform/schemas.ts';
import { isPaused, theoreticalRtp } from '../case-returns.rules.ts';
import {
  CASE_ORDERS,
  type Case,
  type CaseFilter,
  type CaseOpenings,
  type CaseOrder,
  type DescribedCaseItem,
} from '../cases.types.ts';
import { CaseItemView, caseItemView, exampleCaseItem, HasFlip, NullableThreshold } from './case-items.schemas.ts';
import type { ActiveCase } from './read-case.ts';

const priceFilter = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,18}$', 'x-fault': 'must be whole cents: 1 to 18 digits', description });

/** What a list of cases takes; the order is the given one unless another is asked for. */
export const caseListFields = (sortBy: CaseOrder['sortBy']) => ({
  slug: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'The one with this slug' })),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Exactly this category' })),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name' })),
  minPriceCents: Type.Optional(priceFilter('That cost at least so many BRL cents')),
  maxPriceCents: Type.Optional(priceFilter('That cost at most so many BRL cents')),
  sortBy: Type.Optional(
    Type.Unsafe<CaseOrder['sortBy']>({
      type: 'string',
      enum: [...CASE_ORDERS],
      default: sortBy,
      description:
        'Sort key. `display`: by the order of the categories, by `displayOrder` in each, then by price; ' +
        '`popularity`: by the number of openings in the last 30 days',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<CaseOrder['sortOrder']>({
      type: 'string',
      enum: ['asc', 'desc'],
      description: 'Direction; `desc` by default, and `asc` with `display`',
    }),
  ),
});

export const CaseListQuery = pageQuery(caseListFields('display'));

type CaseQuery = Static<typeof CaseListQuery>;

export function caseFilterOf({ slug, category, search, minPriceCents, maxPriceCents }: CaseQuery): CaseFilter {
  return {
    slug,
    category,
    search,
    minPriceCents: minPriceCents === undefined ? undefined : BigInt(minPriceCents),
    maxPriceCents: maxPriceCents === undefined ? undefined : BigInt(maxPriceCents),
  };
}

export function caseOrderOf(query: CaseQuery, byDefault: CaseOrder['sortBy']): CaseOrder {
  const { sortBy = byDefault, sortOrder = sortBy === 'display' ? 'asc' : 'desc' } = query;
  return { sortBy, sortOrder };
}

/** A number is the id, also where a slug is one. */
export const CaseKeyParams = Type.Object({
  id: Type.String({
    maxLength: 120,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    'x-fault': 'must be the id or the slug of a case',
    description: 'The case: its id, or its slug',
    examples: ['1'],
  }),
});

export const CaseParams = Type.Object({ id: idOf('Id of the case') });

export const Paused = Type.Boolean({
  description:
    'At the prices of now it would pay back more than it may (`theoreticalRtpPercent` above the setting ' +
    '`maxCaseRtpPercent`): it cannot be opened until its contents, its price or the prices change',
});

export const exampleCase = {
  id: '1',
  name: 'Amazônia',
  slug: 'amazonia',
  description: 'O que a floresta esconde: facas raras entre rifles verdes.',
  imageUrl: 'https://images.example/cases/amazonia.png',
  category: 'Nature',
  displayOrder: 10,
  priceCents: '1990',
  priceFormatted: 'R$ 19,90',
  topItems: [exampleCaseItem],
  versionNumber: 3,
  hasFlip: true,
  flipThreshold: 9_999_001,
  itemsCount: 3,
  isPaused: false,
  createdAt: '2026-11-01T12:00:00.000Z',
};

const exampleShopCase = { ...exampleCase, theoreticalRtpPercent: '93.4512', openingsCount: 1_234 };

/** What both players and administrators see of a case. */
export const caseFields = {
  id: idOf('Id of the case'),
  name: Type.String({ description: 'Display name' }),
  slug: Type.String({ description: 'Its readable name in addresses, unique: lower-case letters, digits and dashes' }),
  description: Type.String({ description: 'Description for people; empty without one' }),
  imageUrl: Type.String({ description: 'Address of a picture' }),
  category: Type.String({ description: 'The group of cases that it is in' }),
  displayOrder: Type.Integer({ description: 'Its place in its category, the lowest first' }),
  priceCents: centsOf('Price of one opening, in BRL cents'),
  priceFormatted: moneyText('The price, for a person'),
  topItems: Type.Array(CaseItemView, {
    description: 'The most valuable items that it holds, at most 4, the dearest first',
  }),
};

export function caseFieldsView(found: Case) {
  const { id, name, slug, description, imageUrl, category, displayOrder, priceCents, topItems, flipThreshold } = found;
  return {
    id,
    name,
    slug,
    description,
    imageUrl,
    category,
    displayOrder,
    priceCents: priceCents.toString(),
    priceFormatted: formatBrl(priceCents),
    topItems: topItems.map((item) => caseItemView(item, flipThreshold)),
  };
}

export const ItemsCount = Type.Integer({ description: 'How many items it holds' });
export const CaseCreatedAt = timeOf('When the case was made');

export const TheoreticalRtp = Type.String({
  description:
    'Σ (rolls of the item × its value) ÷ (10000000 × price) × 100 at the prices of now, with 4 decimals: computed ' +
    'exactly and rounded once, a half up',
  examples: ['93.4512'],
});

const shopFields = {
  versionNumber: Type.Integer({ description: 'The version that is played now' }),
  hasFlip: HasFlip,
  flipThreshold: NullableThreshold,
  itemsCount: ItemsCount,
  isPaused: Paused,
  theoreticalRtpPercent: TheoreticalRtp,
  openingsCount: Type.Integer({
    description: 'How often it was opened in the last 30 days, at most half a minute old',
  }),
  createdAt: CaseCreatedAt,
};

export const CaseView = Type.Object(
  { ...caseFields, ...shopFields },
  { title: 'Case', description: 'A case that can be opened', examples: [exampleShopCase] },
);

export const CaseList = listOf(CaseView, {
  examples: [{ data: [exampleShopCase], meta: { page: 1, limit: 20, total: 1 } }],
});

export const CasePageView = Type.Object(
  {
    ...caseFields,
    ...shopFields,
    items: Type.Array(CaseItemView, { description: 'Everything that it holds, in the order of the ranges' }),
  },
  {
    title: 'CaseWithItems',
    description: 'A case that can be opened, with everything that it holds',
    examples: [{ ...exampleShopCase, items: [exampleCaseItem] }],
  },
);

export function casePageView(
  found: ActiveCase,
  items: readonly DescribedCaseItem[],
  openings: CaseOpenings,
): Static<typeof CasePageView> {
  return { ...caseView(found, openings), items: items.map((item) => caseItemView(item, found.flipThreshold)) };
}

export function caseView(found: ActiveCase, openings: CaseOpenings): Static<typeof CaseView> {
  const { versionNumber, flipThreshold, itemsCount } = found;
  return {
    ...caseFieldsView(found),
    versionNumber,
    hasFlip: flipThreshold !== null,
    flipThreshold,
    itemsCount,
    isPaused: isPaused(found),
    theoreticalRtpPercent: theoreticalRtp(found.worthCents ?? 0n, found.priceCents),
    openingsCount: openings.get(found.id) ?? 0,
    createdAt: found.createdAt.toISOString(),
  };
}

const CaseCategory = Type.Object(
  {
    name: Type.String({ description: 'Name of the category, as cases have it' }),
    casesCount: Type.Integer({ description: 'Cases in it that can be opened' }),
    imageUrl: orNull(Type.String(), 'Its picture, where it has one'),
  },
  { title: 'CaseCategory', description: 'A group of cases' },
);
export const CaseCategories = listOf(CaseCategory, {
  examples: [
    {
      data: [{ name: 'Nature', casesCount: 12, imageUrl: 'https://images.example/categories/nature.png' }],
      meta: { page: 1, limit: 20, total: 1 },
    },
  ],
});
