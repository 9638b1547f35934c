import { flipItems, HASH_MAX, percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, orNull, timeOf } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { ChancePercent, hashRangeFields } from '../../rolls/index.ts';
import { caseWorth, isPaused, theoreticalRtp } from '../case-returns.rules.ts';
import {
  CASE_ORDERS,
  type Case,
  type CaseFilter,
  type CaseOpenings,
  type CaseOrder,
  type DescribedCaseItem,
  type VersionContents,
} from '../cases.records.ts';
import type { VersionDifference } from './case-contents.rules.ts';
import type { ActiveCase } from './read-case.ts';

export const NullableThreshold = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The roll from which the second wheel turns; always the hashRangeStart of an item. Null: it never turns',
});

export const HasFlip = Type.Boolean({ description: 'Whether it has a second wheel' });

export const exampleCaseItem = {
  itemId: '1',
  name: 'AK-47 | Slate',
  marketHashName: 'AK-47 | Slate (Field-Tested)',
  imageUrl: 'https://images.example/items/1.png',
  rarity: 'RESTRICTED',
  rarityColor: '#8847ff',
  valueCentsBrl: '2450',
  valueFormatted: 'R$ 24,50',
  hashRangeStart: 1,
  hashRangeEnd: 7_999_000,
  chancePercent: '79.99',
  isFlip: false,
};

const namedItemFields = {
  itemId: idOf('Id of the item in the catalogue'),
  name: Type.String({ description: 'Display name' }),
};
const valueFields = {
  valueCentsBrl: centsOf('Present worth, in BRL cents'),
  valueFormatted: moneyText('The value, for a person'),
};
const IsFlip = Type.Boolean({ description: 'True: the item is on the second wheel' });

export const CaseItemView = Type.Object(
  {
    ...namedItemFields,
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    imageUrl: Type.String({ description: 'Address of a picture' }),
    rarity: Type.Unsafe<string>(RarityField),
    rarityColor: RarityColorField,
    ...valueFields,
    ...hashRangeFields,
    chancePercent: ChancePercent,
    isFlip: IsFlip,
  },
  { title: 'CaseItem', description: 'An item that a case holds, and the rolls that give it' },
);

export function caseItemView(item: DescribedCaseItem, flipThreshold: number | null): Static<typeof CaseItemView> {
  const { itemId, name, marketHashName, imageUrl, rarity, valueCentsBrl, hashRangeStart, hashRangeEnd } = item;
  return {
    itemId,
    name,
    marketHashName,
    imageUrl,
    rarity,
    rarityColor: rarityColorOf(rarity),
    valueCentsBrl: valueCentsBrl.toString(),
    valueFormatted: formatBrl(valueCentsBrl),
    hashRangeStart,
    hashRangeEnd,
    chancePercent: percentOfRolls(widthOf(item)),
    isFlip: flipThreshold !== null && flipItems([item], flipThreshold).length > 0,
  };
}

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

const CaseView = Type.Object(
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

const VersionNumber = Type.Integer({ description: 'The version that this is, counted from 1 for each case' });

export const CaseItems = Type.Object(
  {
    caseId: idOf('Id of the case'),
    versionNumber: VersionNumber,
    items: Type.Array(CaseItemView, { description: 'In the order of their ranges' }),
  },
  { title: 'CaseItems', examples: [{ caseId: '1', versionNumber: 3, items: [exampleCaseItem] }] },
);

export function caseItemsView(found: ActiveCase, items: readonly DescribedCaseItem[]): Static<typeof CaseItems> {
  return {
    caseId: found.id,
    versionNumber: found.versionNumber,
    items: items.map((item) => caseItemView(item, found.flipThreshold)),
  };
}

export const VersionParams = Type.Object({
  id: idOf('Id of the case'),
  number: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Counted from 1 for each case',
    examples: [1],
  }),
});

/** The ranges are logged when the version is made, so that nobody can show others once a roll is known. */
const VersionLeaf = Type.Object(
  { kind: Type.Literal('CASE_VERSIONS', { description: 'A version of a case' }), id: idOf('Id of the version') },
  { title: 'VersionLeafName', description: 'Its leaf in the public log, as `GET /log/inclusion` takes it' },
);

export const CaseVersionView = Type.Object(
  {
    caseId: idOf('Id of the case'),
    caseName: Type.String({ description: 'Present name of the case' }),
    versionNumber: VersionNumber,
    isCurrent: Type.Boolean({ description: 'Whether it is the one that the case holds now' }),
    hasFlip: HasFlip,
    flipThreshold: NullableThreshold,
    createdAt: timeOf('When the version was made'),
    items: Type.Array(CaseItemView, { description: 'In the order of their ranges, which never change' }),
    logLeaf: VersionLeaf,
  },
  {
    title: 'CaseVersion',
    description: 'The contents of a case at some time',
    examples: [
      {
        caseId: '1',
        caseName: 'Amazônia',
        versionNumber: 2,
        isCurrent: false,
        hasFlip: true,
        flipThreshold: 9_999_001,
        createdAt: '2026-11-01T12:00:00.000Z',
        items: [exampleCaseItem],
        logLeaf: { kind: 'CASE_VERSIONS', id: '2' },
      },
    ],
  },
);

export function caseVersionView(version: VersionContents): Static<typeof CaseVersionView> {
  const { id, caseId, caseName, versionNumber, isCurrent, flipThreshold, createdAt, items } = version;
  return {
    caseId,
    caseName,
    versionNumber,
    isCurrent,
    hasFlip: flipThreshold !== null,
    flipThreshold,
    createdAt: createdAt.toISOString(),
    items: items.map((item) => caseItemView(item, flipThreshold)),
    logLeaf: { kind: 'CASE_VERSIONS', id },
  };
}

export const DifferenceQuery = Type.Object({
  from: { ...VersionParams.properties.number, description: 'The earlier version' },
  to: { ...VersionParams.properties.number, description: 'The later version' },
});

const Rolls = (description: string) => Type.Integer({ description, examples: [500_000] });

export const CaseDifference = Type.Object(
  {
    caseId: idOf('Id of the case'),
    from: VersionNumber,
    to: VersionNumber,
    items: Type.Array(
      Type.Object(
        {
          ...namedItemFields,
          rollsBefore: Rolls('Rolls of 10000000 that gave the item; 0 where it was not in the case'),
          rollsAfter: Rolls('Rolls that give it in the later version; 0 where it is gone'),
          chancePercentBefore: ChancePercent,
          chancePercentAfter: ChancePercent,
        },
        { title: 'CaseItemDifference', description: 'An item whose chance is another' },
      ),
      { description: 'The items of the later version first, in the order of their ranges, then those that are gone' },
    ),
    unchangedItems: Type.Integer({ description: 'How many items have the same chance in both' }),
    isReordered: Type.Boolean({ description: 'All chances are the same, and the rolls are dealt otherwise' }),
    flipThresholdBefore: NullableThreshold,
    flipThresholdAfter: NullableThreshold,
  },
  {
    title: 'CaseDifference',
    description: 'The differences of the later of two versions',
    examples: [
      {
        caseId: '1',
        from: 1,
        to: 2,
        items: [
          {
            itemId: '1',
            name: 'AK-47 | Slate',
            rollsBefore: 500_000,
            rollsAfter: 750_000,
            chancePercentBefore: '5',
            chancePercentAfter: '7.5',
          },
        ],
        unchangedItems: 11,
        isReordered: false,
        flipThresholdBefore: null,
        flipThresholdAfter: 9_999_001,
      },
    ],
  },
);

export function caseDifferenceView({
  before,
  after,
  items,
  unchanged,
  isReordered,
}: VersionDifference): Static<typeof CaseDifference> {
  return {
    caseId: after.caseId,
    from: before.versionNumber,
    to: after.versionNumber,
    items: items.map(({ item: { itemId, name }, rollsBefore, rollsAfter }) => ({
      itemId,
      name,
      rollsBefore,
      rollsAfter,
      chancePercentBefore: percentOfRolls(rollsBefore),
      chancePercentAfter: percentOfRolls(rollsAfter),
    })),
    unchangedItems: unchanged,
    isReordered,
    flipThresholdBefore: before.flipThreshold,
    flipThresholdAfter: after.flipThreshold,
  };
}

export const CaseProbabilities = Type.Object(
  {
    caseId: idOf('Id of the case'),
    versionNumber: VersionNumber,
    priceCents: caseFields.priceCents,
    priceFormatted: caseFields.priceFormatted,
    theoreticalRtpPercent: TheoreticalRtp,
    hasFlip: HasFlip,
    flipThreshold: NullableThreshold,
    flipChancePercent: Type.String({ description: 'How often the second wheel turns, in percent, exact' }),
    items: Type.Array(
      Type.Object(
        {
          ...namedItemFields,
          ...hashRangeFields,
          rolls: Type.Integer({ description: 'How many of the 10000000 rolls give the item' }),
          chancePercent: ChancePercent,
          ...valueFields,
          isFlip: IsFlip,
        },
        { title: 'CaseItemChance', description: 'How likely an item of a case is' },
      ),
      { description: 'In the order of their ranges' },
    ),
  },
  {
    title: 'CaseProbabilities',
    examples: [
      {
        caseId: '1',
        versionNumber: 3,
        priceCents: '1990',
        priceFormatted: 'R$ 19,90',
        theoreticalRtpPercent: '93.4512',
        hasFlip: true,
        flipThreshold: 9_999_001,
        flipChancePercent: '0.01',
        items: [
          {
            itemId: '1',
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
  const { id, versionNumber, priceCents, flipThreshold } = found;
  return {
    caseId: id,
    versionNumber,
    priceCents: priceCents.toString(),
    priceFormatted: formatBrl(priceCents),
    theoreticalRtpPercent: theoreticalRtp(caseWorth(items), priceCents),
    hasFlip: flipThreshold !== null,
    flipThreshold,
    flipChancePercent: percentOfRolls(flipThreshold === null ? 0 : HASH_MAX - flipThreshold + 1),
    items: items.map((item) => ({ ...caseItemView(item, flipThreshold), rolls: widthOf(item) })),
  };
}
