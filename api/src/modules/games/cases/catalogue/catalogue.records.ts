import { flipItems, HASH_MAX, percentOfRolls, widthOf } from '@lisura/fairness';
import { Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { listOf as pageOf } from '../../../../platform/lists.ts';
import { formatBrl } from '../../../../platform/money.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  record,
  type Static,
  string,
  time,
} from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import { RarityColorField, RarityField, rarityColorOf } from '../../../assets/items/index.ts';
import { ChancePercent, hashRangeFields } from '../../rolls/index.ts';
import {
  CASE_STATUSES,
  type CaseOpenings,
  type CaseReturn,
  caseWorth,
  isPaused,
  theoreticalRtp,
} from '../cases.records.ts';

const namedItemFields = {
  itemId: id<'item'>('Id of the item in the catalogue'),
  name: string('Display name', 'AK-47 | Slate'),
};
const rangeFields = {
  hashRangeStart: hashRangeFields.hashRangeStart,
  hashRangeEnd: { ...hashRangeFields.hashRangeEnd, examples: [7_999_000] },
};
const chancePercent = { ...ChancePercent, examples: ['79.99'] };
const valueFields = {
  valueCentsBrl: cents('Present worth, in BRL cents', '2450'),
  valueFormatted: string('The value, for a person', 'R$ 24,50'),
};
const isFlip = flag('True: the item is on the second wheel', false);

const CaseItemView = record('CaseItem', 'An item that a case holds, and the rolls that give it', {
  ...namedItemFields,
  marketHashName: string('The name on the marketplace, unique', 'AK-47 | Slate (Field-Tested)'),
  imageUrl: string('Address of a picture', 'https://images.example/items/1.png'),
  rarity: Type.Unsafe<string>({ ...RarityField, examples: ['RESTRICTED'] }),
  rarityColor: { ...RarityColorField, examples: ['#8847ff'] },
  ...valueFields,
  ...rangeFields,
  chancePercent,
  isFlip,
});
export type DescribedCaseItem = Omit<
  Static<typeof CaseItemView>,
  'rarityColor' | 'valueFormatted' | 'chancePercent' | 'isFlip'
>;

const caseItemView = (item: DescribedCaseItem, flipThreshold: number | null) => ({
  ...item,
  rarityColor: rarityColorOf(item.rarity),
  valueFormatted: formatBrl(item.valueCentsBrl),
  chancePercent: percentOfRolls(widthOf(item)),
  isFlip: flipThreshold !== null && flipItems([item], flipThreshold).length > 0,
});

export const NullableThreshold = Type.Union([Type.Integer(), Type.Null()], {
  description: 'The roll from which the second wheel turns; always the hashRangeStart of an item. Null: it never turns',
  examples: [9_999_001],
});
const hasFlip = flag('Whether it has a second wheel', true);

export const Status = Type.Unsafe<(typeof CASE_STATUSES)[number]>({
  ...oneOf(CASE_STATUSES, 'CaseStatus', 'Whether it is on offer: only ACTIVE cases are'),
  examples: ['ACTIVE'],
});

const TheoreticalRtp = string(
  'Σ (rolls of the item × its value) ÷ (10000000 × price) × 100 at the prices of now, with 4 decimals: computed ' +
    'exactly and rounded once, a half up',
  '93.4512',
);

const caseFields = {
  id: id<'case'>('Id of the case'),
  name: string('Display name', 'Amazônia'),
  slug: string('Its readable name in addresses, unique: lower-case letters, digits and dashes', 'amazonia'),
  description: string(
    'Description for people; empty without one',
    'O que a floresta esconde: facas raras entre rifles verdes.',
  ),
  imageUrl: string('Address of a picture', 'https://images.example/cases/amazonia.png'),
  category: string('The group of cases that it is in', 'Nature'),
  displayOrder: integer('Its place in its category, the lowest first', 10),
  priceCents: cents('Price of one opening, in BRL cents', '1990'),
  priceFormatted: string('The price, for a person', 'R$ 19,90'),
  topItems: listOf(CaseItemView, 'The most valuable items that it holds, at most 4, the dearest first'),
};
const versionNumber = integer('The version that is played now', 3);
const contentsFields = {
  hasFlip,
  flipThreshold: NullableThreshold,
  itemsCount: integer('How many items it holds', 3),
  isPaused: flag(
    'At the prices of now it would pay back more than it may (`theoreticalRtpPercent` above the setting ' +
      '`maxCaseRtpPercent`): it cannot be opened until its contents, its price or the prices change',
    false,
  ),
};
const createdAt = time('When the case was made', '2026-11-01T12:00:00.000Z');

const CaseView = record('Case', 'A case that can be opened', {
  ...caseFields,
  versionNumber,
  ...contentsFields,
  theoreticalRtpPercent: TheoreticalRtp,
  openingsCount: integer('How often it was opened in the last 30 days, at most half a minute old', 1_234),
  createdAt,
});
export const CaseList = pageOf(CaseView, {
  examples: [{ data: CaseView.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
export const CasePageView = record('CaseWithItems', 'A case that can be opened, with everything that it holds', {
  ...CaseView.properties,
  items: listOf(CaseItemView, 'Everything that it holds, in the order of the ranges'),
});

const AdminCase = record('AdminCase', 'A case as administrators see it', {
  ...caseFields,
  status: Status,
  versionNumber: orNull(versionNumber, 'Null until the case has items'),
  ...contentsFields,
  createdAt,
  updatedAt: time('When the case was last changed'),
});
export const AdminCaseList = pageOf(AdminCase, {
  examples: [{ data: AdminCase.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
const CaseVersionHead = record('CaseVersionHead', 'That there is a version', {
  number: integer('Counted from 1 for each case', 3),
  createdBy: orNull(id<'user'>('An administrator'), 'The administrator who made it; null is the platform itself'),
  createdAt: time('When it was made'),
});
export type CaseVersion = Static<typeof CaseVersionHead>;
export const AdminCaseDetail = record('AdminCaseDetail', 'A case with its items and versions', {
  ...AdminCase.properties,
  theoreticalRtpPercent: orNull(TheoreticalRtp, 'Null until the case has items'),
  items: listOf(CaseItemView, 'The version that is played'),
  versions: listOf(CaseVersionHead, 'All of them, the newest first'),
});

/** The fields of the version are null until the case has contents. */
export type Case = Omit<Static<typeof AdminCase>, 'priceFormatted' | 'topItems' | 'hasFlip' | 'isPaused'> &
  CaseReturn & { versionId: Id<'case-version'> | null; topItems: readonly DescribedCaseItem[] };
export interface CaseDetail extends Case {
  items: readonly DescribedCaseItem[];
  versions: CaseVersion[];
}
/** A case that everybody may see and play has contents. */
export interface ActiveCase extends Case {
  versionId: Id<'case-version'>;
  versionNumber: number;
}

export const adminCaseView = <Shown extends Case>(found: Shown) => ({
  ...found,
  priceFormatted: formatBrl(found.priceCents),
  topItems: found.topItems.map((item) => caseItemView(item, found.flipThreshold)),
  hasFlip: found.flipThreshold !== null,
  isPaused: isPaused(found),
});

export const adminCaseDetailView = (found: CaseDetail) => ({
  ...adminCaseView(found),
  theoreticalRtpPercent: found.items.length === 0 ? null : theoreticalRtp(caseWorth(found.items), found.priceCents),
  items: found.items.map((item) => caseItemView(item, found.flipThreshold)),
});

export const caseView = (found: ActiveCase, openings: CaseOpenings) => ({
  ...adminCaseView(found),
  theoreticalRtpPercent: theoreticalRtp(found.worthCents ?? 0n, found.priceCents),
  openingsCount: openings.get(found.id) ?? 0,
});

export const casePageView = (found: ActiveCase, items: readonly DescribedCaseItem[], openings: CaseOpenings) => ({
  ...caseView(found, openings),
  items: items.map((item) => caseItemView(item, found.flipThreshold)),
});

const heldFields = { caseId: idOf('Id of the case'), versionNumber };
export const CaseItems = record('CaseItems', 'The contents of a case', {
  ...heldFields,
  items: listOf(CaseItemView, 'In the order of their ranges'),
});

export const caseItemsView = ({ id: caseId, ...found }: ActiveCase, items: readonly DescribedCaseItem[]) => ({
  caseId,
  versionNumber: found.versionNumber,
  items: items.map((item) => caseItemView(item, found.flipThreshold)),
});

const CaseItemChance = record('CaseItemChance', 'How likely an item of a case is', {
  ...namedItemFields,
  ...rangeFields,
  rolls: integer('How many of the 10000000 rolls give the item', 7_999_000),
  chancePercent,
  ...valueFields,
  isFlip,
});
export const CaseProbabilities = record('CaseProbabilities', 'The exact chances of a case', {
  ...heldFields,
  priceCents: caseFields.priceCents,
  priceFormatted: caseFields.priceFormatted,
  theoreticalRtpPercent: TheoreticalRtp,
  hasFlip,
  flipThreshold: NullableThreshold,
  flipChancePercent: string('How often the second wheel turns, in percent, exact', '0.01'),
  items: listOf(CaseItemChance, 'In the order of their ranges'),
});

export const caseProbabilitiesView = (found: ActiveCase, items: readonly DescribedCaseItem[]) => ({
  caseId: found.id,
  versionNumber: found.versionNumber,
  priceCents: found.priceCents,
  priceFormatted: formatBrl(found.priceCents),
  theoreticalRtpPercent: theoreticalRtp(caseWorth(items), found.priceCents),
  hasFlip: found.flipThreshold !== null,
  flipThreshold: found.flipThreshold,
  flipChancePercent: percentOfRolls(found.flipThreshold === null ? 0 : HASH_MAX - found.flipThreshold + 1),
  items: items.map((item) => ({ ...caseItemView(item, found.flipThreshold), rolls: widthOf(item) })),
});

/** The leaf is logged when the version is made, so that nobody can show other ranges once a roll is known. */
const VersionLeaf = record('VersionLeafName', 'Its leaf in the public log, as `GET /log/inclusion` takes it', {
  kind: Type.Literal('CASE_VERSIONS', { description: 'A version of a case', examples: ['CASE_VERSIONS'] }),
  id: id<'case-version'>('Id of the version'),
});
export const CaseVersionView = record('CaseVersion', 'The contents of a case at some time', {
  caseId: id<'case'>('Id of the case'),
  caseName: string('Present name of the case', 'Amazônia'),
  versionNumber: integer('The version that this is, counted from 1 for each case', 2),
  isCurrent: flag('Whether it is the one that the case holds now', false),
  hasFlip,
  flipThreshold: NullableThreshold,
  createdAt: time('When the version was made', '2026-11-01T12:00:00.000Z'),
  items: listOf(CaseItemView, 'In the order of their ranges, which never change'),
  logLeaf: VersionLeaf,
});
export type VersionContents = Omit<Static<typeof CaseVersionView>, 'hasFlip' | 'items' | 'logLeaf'> & {
  id: Id<'case-version'>;
  items: readonly DescribedCaseItem[];
};

export const caseVersionView = (version: VersionContents) => ({
  ...version,
  hasFlip: version.flipThreshold !== null,
  items: version.items.map((item) => caseItemView(item, version.flipThreshold)),
  logLeaf: { kind: 'CASE_VERSIONS' as const, id: version.id },
});

const CaseItemDifference = record('CaseItemDifference', 'An item whose chance is another', {
  ...namedItemFields,
  rollsBefore: integer('Rolls of 10000000 that gave the item; 0 where it was not in the case', 500_000),
  rollsAfter: integer('Rolls that give it in the later version; 0 where it is gone', 750_000),
  chancePercentBefore: { ...ChancePercent, examples: ['5'] },
  chancePercentAfter: { ...ChancePercent, examples: ['7.5'] },
});
export const CaseDifference = record('CaseDifference', 'The differences of the later of two versions', {
  caseId: id<'case'>('Id of the case'),
  from: integer('The earlier version', 1),
  to: integer('The later version', 2),
  items: listOf(
    CaseItemDifference,
    'The items of the later version first, in the order of their ranges, then those that are gone',
  ),
  unchangedItems: integer('How many items have the same chance in both', 11),
  isReordered: flag('All chances are the same, and the rolls are dealt otherwise', false),
  flipThresholdBefore: NullableThreshold,
  flipThresholdAfter: NullableThreshold,
});

interface ChangedItem {
  item: DescribedCaseItem;
  rollsBefore: number;
  rollsAfter: number;
}

export interface VersionDifference {
  before: VersionContents;
  after: VersionContents;
  /** The items of the later version come first, in the order of their ranges, then those that are gone. */
  items: readonly ChangedItem[];
  unchanged: number;
  isReordered: boolean;
}

export const caseDifferenceView = ({ before, after, items, unchanged, isReordered }: VersionDifference) => ({
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
});

const CaseCategory = record('CaseCategory', 'A group of cases', {
  name: string('Name of the category, as cases have it', 'Nature'),
  casesCount: integer('Cases in it that can be opened', 12),
  imageUrl: orNull(
    string('A picture', 'https://images.example/categories/nature.png'),
    'Its picture, where it has one',
  ),
});
export type CaseCategory = Static<typeof CaseCategory>;
export const CaseCategories = pageOf(CaseCategory, {
  examples: [{ data: CaseCategory.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
