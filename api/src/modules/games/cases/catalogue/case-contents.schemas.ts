import { HASH_MAX, percentOfRolls, widthOf } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../../platform/money.ts';
import { idOf, timeOf } from '../../../../platform/schemas.ts';
import { ChancePercent, hashRangeFields } from '../../rolls/index.ts';
import { caseWorth, theoreticalRtp } from '../case-returns.rules.ts';
import type { DescribedCaseItem, VersionContents } from '../cases.types.ts';
import {
  CaseItemView,
  caseItemView,
  exampleCaseItem,
  HasFlip,
  IsFlip,
  NullableThreshold,
  namedItemFields,
  valueFields,
} from './case-items.schemas.ts';
import { caseFields, TheoreticalRtp } from './cases.schemas.ts';
import type { ActiveCase } from './read-case.ts';
import type { VersionDifference } from './version-difference.rules.ts';

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
