import { flipItems, HASH_MAX, percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import { centsOf, idOf, moneyText, timeOf } from '../../../../platform/schemas.ts';
import { RarityField } from '../../../assets/items/index.ts';
import { ChancePercent, hashRangeFields } from '../../rolls/index.ts';
import { isPaused, theoreticalRtp, worthOf } from '../case-returns.rules.ts';
import {
  CASE_ORDERS,
  type CaseFilter,
  type CaseOrder,
  type DescribedCaseItem,
  type VersionContents,
} from '../cases.types.ts';
import type { ActiveCase } from './read-case.ts';

const priceFilter = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,18}$', 'x-fault': 'must be whole cents: 1 to 18 digits', description });

export const caseListFields = {
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 50, description: 'Exactly this category' })),
  search: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Part of the name' })),
  minPriceCents: Type.Optional(priceFilter('That cost at least so many BRL cents')),
  maxPriceCents: Type.Optional(priceFilter('That cost at most so many BRL cents')),
  sortBy: Type.Optional(
    Type.Unsafe<CaseOrder['sortBy']>({
      type: 'string',
      enum: [...CASE_ORDERS],
      default: 'createdAt',
      description: 'What they are sorted by',
    }),
  ),
  sortOrder: Type.Optional(
    Type.Unsafe<CaseOrder['sortOrder']>({
      type: 'string',
      enum: ['asc', 'desc'],
      default: 'desc',
      description: 'Direction',
    }),
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

export const CaseParams = Type.Object({ id: idOf('Of the case') });

export const NullableThreshold = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The roll from which the second wheel turns; always the hashRangeStart of an item. Null: it never turns',
});

export const Paused = Type.Boolean({
  description:
    'At the prices of now it would pay back more than it may (`theoreticalRtpPercent` above the setting ' +
    '`maxCaseRtpPercent`): it cannot be opened until its contents, its price or the prices change',
});

export const exampleCase = {
  id: '1',
  name: 'Amazônia',
  imageUrl: 'https://images.example/cases/amazonia.png',
  category: 'Nature',
  priceCents: '1990',
  priceFormatted: 'R$ 19,90',
  versionNumber: 3,
  hasFlip: true,
  flipThreshold: 9_999_001,
  itemsCount: 3,
  isPaused: false,
  createdAt: '2026-11-01T12:00:00.000Z',
};

/** What players and administrators are told of a case alike. */
export const caseFields = {
  id: idOf('Of the case'),
  name: Type.String({ description: 'As it is shown' }),
  imageUrl: Type.String({ description: 'Address of a picture' }),
  category: Type.String({ description: 'The group of cases that it is in' }),
  priceCents: centsOf('What one opening costs, in BRL cents'),
  priceFormatted: moneyText('The price, for a person'),
};
export const HasFlip = Type.Boolean({ description: 'Whether it has a second wheel' });
export const ItemsCount = Type.Integer({ description: 'How many items it holds' });
export const CaseCreatedAt = timeOf('When the case was made');

export const CaseView = Type.Object(
  {
    ...caseFields,
    versionNumber: Type.Integer({ description: 'The version that is played now' }),
    hasFlip: HasFlip,
    flipThreshold: NullableThreshold,
    itemsCount: ItemsCount,
    isPaused: Paused,
    createdAt: CaseCreatedAt,
  },
  { title: 'Case', description: 'A case that can be opened', examples: [exampleCase] },
);

export const CaseList = listOf(CaseView, {
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
    isPaused: isPaused(found),
    createdAt: found.createdAt.toISOString(),
  };
}

const CaseCategory = Type.Object(
  {
    name: Type.String({ description: 'As cases name it' }),
    casesCount: Type.Integer({ description: 'Cases in it that can be opened' }),
  },
  { title: 'CaseCategory', description: 'A group of cases' },
);
export const CaseCategories = listOf(CaseCategory, {
  examples: [{ data: [{ name: 'Nature', casesCount: 12 }], meta: { page: 1, limit: 20, total: 1 } }],
});

export const exampleCaseItem = {
  itemId: '1',
  name: 'AK-47 | Slate',
  marketHashName: 'AK-47 | Slate (Field-Tested)',
  imageUrl: 'https://images.example/items/1.png',
  rarity: 'RESTRICTED',
  valueCentsBrl: '2450',
  valueFormatted: 'R$ 24,50',
  hashRangeStart: 1,
  hashRangeEnd: 7_999_000,
  chancePercent: '79.99',
  isFlip: false,
};

const namedItemFields = {
  itemId: idOf('Of the item in the catalogue'),
  name: Type.String({ description: 'As it is shown' }),
};
const valueFields = {
  valueCentsBrl: centsOf('What it is worth now, in BRL cents'),
  valueFormatted: moneyText('The value, for a person'),
};
const IsFlip = Type.Boolean({ description: 'On the second wheel' });
const VersionNumber = Type.Integer({ description: 'The version that this is, counted from 1 for each case' });

export const CaseItemView = Type.Object(
  {
    ...namedItemFields,
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    imageUrl: Type.String({ description: 'Address of a picture' }),
    rarity: Type.Unsafe<string>(RarityField),
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
    valueCentsBrl: valueCentsBrl.toString(),
    valueFormatted: formatBrl(valueCentsBrl),
    hashRangeStart,
    hashRangeEnd,
    chancePercent: percentOfRolls(widthOf(item)),
    isFlip: flipThreshold !== null && flipItems([item], flipThreshold).length > 0,
  };
}

export const CaseItems = Type.Object(
  {
    caseId: idOf('Of the case'),
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
  id: idOf('Of the case'),
  number: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Counted from 1 for each case',
    examples: [1],
  }),
});

export const CaseVersionView = Type.Object(
  {
    caseId: idOf('Of the case'),
    caseName: Type.String({ description: 'As the case is called now' }),
    versionNumber: VersionNumber,
    isCurrent: Type.Boolean({ description: 'Whether it is the one that the case holds now' }),
    hasFlip: HasFlip,
    flipThreshold: NullableThreshold,
    createdAt: timeOf('When the version was made'),
    items: Type.Array(CaseItemView, { description: 'In the order of their ranges, which never change' }),
  },
  {
    title: 'CaseVersion',
    description: 'What a case held at some time',
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
      },
    ],
  },
);

export function caseVersionView(version: VersionContents): Static<typeof CaseVersionView> {
  const { caseId, caseName, versionNumber, isCurrent, flipThreshold, createdAt, items } = version;
  return {
    caseId,
    caseName,
    versionNumber,
    isCurrent,
    hasFlip: flipThreshold !== null,
    flipThreshold,
    createdAt: createdAt.toISOString(),
    items: items.map((item) => caseItemView(item, flipThreshold)),
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
    caseId: idOf('Of the case'),
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
  const { id, versionNumber, priceCents, priceFormatted, hasFlip, flipThreshold } = caseView(found);
  return {
    caseId: id,
    versionNumber,
    priceCents,
    priceFormatted,
    theoreticalRtpPercent: theoreticalRtp(worthOf(items), found.priceCents),
    hasFlip,
    flipThreshold,
    flipChancePercent: percentOfRolls(flipThreshold === null ? 0 : HASH_MAX - flipThreshold + 1),
    items: items.map((item) => ({ ...caseItemView(item, flipThreshold), rolls: widthOf(item) })),
  };
}
