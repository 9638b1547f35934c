import { HASH_MAX, type HashRange, widthOf } from '@lisura/fairness';
import { Type } from 'typebox';
import { type ConstraintErrors, defineAdminError, defineError, type FieldFault } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, divideRounded, parseFactor } from '../../../platform/money.ts';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';

export const CASE_STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

export const MAX_OPENINGS_AT_ONCE = 100;

/** The statement that writes openings reads these terms. */
export interface CaseTerms extends Pick<CaseReturn, 'priceCents' | 'maxRtpPercent'> {
  readonly name: string;
  readonly status: CaseStatus;
  readonly versionId: Id<'case-version'> | null;
  /** The epoch of all prices; see `PlayableCase`. */
  readonly priceEpoch: string;
}

/**
 * An active case in memory. Values of items are not kept, because an opening reads the present ones; the worth in
 * memory only refuses a request early, and never allows one.
 */
export interface PlayableCase extends CaseReturn {
  readonly id: Id<'case'>;
  readonly name: string;
  readonly imageUrl: string;
  readonly versionId: Id<'case-version'>;
  readonly versionNumber: number;
  readonly flipThreshold: number | null;
  /** Changes with the value of any item. While it is the same, so is the worth of the items. */
  readonly priceEpoch: string;
  /** Sorted; the ranges cover 1..10000000 without gap or overlap. */
  readonly items: readonly PlayableItem[];
}

export interface PlayableItem extends Readonly<HashRange> {
  readonly itemId: Id<'item'>;
  readonly name: string;
  readonly imageUrl: string;
  readonly rarity: string;
}

export interface ContentsFault {
  field: string;
  message: string;
}

/** A case without recent openings is absent. */
export type CaseOpenings = ReadonlyMap<Id<'case'>, number>;

export const caseNotFound = defineError(
  'CASE_NOT_FOUND',
  404,
  'Caixa não encontrada.',
  'No case has this id, or players cannot open it.',
);
export const versionNotFound = defineError(
  'CASE_VERSION_NOT_FOUND',
  404,
  'Versão não encontrada.',
  'The case has no version of this number.',
);
export const itemNotInCase = defineAdminError(
  'ITEM_NOT_IN_CASE',
  404,
  'The case does not hold this item',
  'There is nothing to remove: the item is not in the case.',
);
export const unsoundContents = defineAdminError(
  'CASE_CONTENTS_UNSOUND',
  422,
  'These contents cannot be played',
  'Ranges, chances, items or the return break a rule; `errors` lists every fault.',
  (errors: readonly ContentsFault[]) => ({ errors }),
);
export const caseIsPaused = defineError(
  'CASE_PAUSED',
  409,
  'Esta caixa está pausada por causa dos preços atuais dos itens. Tente de novo quando os preços mudarem.',
  'The case cannot be opened until its contents, its price or the prices of items change; nothing was taken.',
);
export const caseIsNotAsExpected = defineError(
  'CASE_NOT_AS_EXPECTED',
  409,
  {
    say: (errors: readonly FieldFault[], _now: { priceCents: bigint; versionNumber: number }) =>
      `A caixa mudou: ${errors.map(({ message }) => message).join(', ')}.`,
    params: (_errors, { priceCents, versionNumber }) => ({ priceCents: priceCents.toString(), version: versionNumber }),
    examples: [
      [[{ field: 'expectedVersion', message: 'a versão agora é a 2' }], { priceCents: 1_250n, versionNumber: 2 }],
    ],
  },
  'The price or the version is not `expectedPriceCents` or `expectedVersion`: read the case again, then decide.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
export const caseVersionMoved = defineAdminError(
  'CASE_VERSION_MOVED',
  409,
  (now: number) => (now === 0 ? 'The case has no version' : `The case is at version ${now} meanwhile`),
  'Another administrator has changed the contents since: `params.version` is the present version, 0 without one. ' +
    'Look at it, then edit again.',
  (version) => ({ params: { version } }),
);
export const caseKeepsChanging = defineError(
  'CASE_IS_CHANGING',
  409,
  'A caixa está sendo alterada. Tente de novo.',
  'An administrator changed the case at the same moment; nothing was taken. Send the request again.',
);
export const caseWithoutContents = defineAdminError(
  'CASE_WITHOUT_ITEMS',
  422,
  'A case without items cannot be active',
  'Add items to the case before you activate it.',
);
export const lastItem = defineAdminError(
  'LAST_ITEM_OF_CASE',
  422,
  'The last item of a case cannot be removed',
  'A case always holds an item: add others first, or archive it.',
);

const caseNameTaken = defineAdminError(
  'CASE_NAME_TAKEN',
  409,
  'A case with this name exists',
  'Names of cases are unique: choose another.',
);
const caseSlugTaken = defineAdminError(
  'CASE_SLUG_TAKEN',
  409,
  'A case with this slug exists',
  'Slugs of cases are unique: choose another. Without one, the case gets a free slug made of its name.',
);

export const casesConstraintErrors: ConstraintErrors = {
  cases_name_key: caseNameTaken,
  cases_slug_key: caseSlugTaken,
};

export const caseCategoryOrderSetting = defineSetting({
  key: 'caseCategoryOrder',
  default: [] as string[],
  description: 'Names of case categories in their order. Others follow in alphabetical order.',
  schema: Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
    maxItems: 200,
    uniqueItems: true,
    'x-fault': 'must be a list of at most 200 names of categories, each once',
  }),
  weakenedBy: guardsNothing('it only orders what is shown'),
});

/** The console edits lists of texts, so an entry is one line. */
export const caseCategoryPicturesSetting = defineSetting({
  key: 'caseCategoryPictures',
  default: [] as string[],
  description: 'Pictures of case categories: each entry is a name, a space, and the address of a picture.',
  schema: Type.Array(
    Type.String({
      maxLength: 600,
      pattern: '^.{1,50} https?://[^ ]+$',
      'x-fault': 'must be the name of a category, a space, and the address of a picture',
    }),
    { maxItems: 200, uniqueItems: true, 'x-fault': 'must be a list of at most 200 entries, each once' },
  ),
  weakenedBy: guardsNothing('it only changes what is shown'),
});

export const maxCaseRtpSetting = defineSetting({
  key: 'maxCaseRtpPercent',
  default: '97',
  description:
    'Highest theoretical return of a case at current prices. A case above it is paused. The rest, which is left ' +
    'to the house, also limits what event shots return.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a percentage from 0 to 100 with at most 4 digits after the point',
  }),
  bounds: { minimum: 0, maximum: 100 },
  normalise: canonicalRtpLimit,
  weakenedBy: 'RAISED',
});

/** All three are of one moment. */
export interface CaseReturn {
  /** The worth of all 10000000 rolls together; null without contents. */
  readonly worthCents: Cents | null;
  readonly priceCents: Cents;
  readonly maxRtpPercent: string;
}

const RTP_DECIMALS = 4;

/** The worth of all 10000000 rolls together needs no rounding. */
export const caseWorth = (items: readonly (HashRange & { valueCentsBrl: Cents })[]): Cents =>
  items.reduce((sum, item) => sum + BigInt(widthOf(item)) * item.valueCentsBrl, 0n);

/** `worth ÷ (10000000 × price) × 100` with 4 decimals, rounded once, a half up. */
export function theoreticalRtp(worthCents: Cents, priceCents: Cents): string {
  const unitsPerShare = 100n * 10n ** BigInt(RTP_DECIMALS);
  const units = divideRounded(worthCents * unitsPerShare, BigInt(HASH_MAX) * priceCents);
  const digits = units.toString().padStart(RTP_DECIMALS + 1, '0');
  return `${digits.slice(0, -RTP_DECIMALS)}.${digits.slice(-RTP_DECIMALS)}`;
}

/** Nothing is rounded: a case exactly at the limit may be opened. */
export function isPaused({ worthCents, priceCents, maxRtpPercent }: CaseReturn): boolean {
  const { units, scale } = parseFactor(maxRtpPercent);
  return (worthCents ?? 0n) * 100n * 10n ** BigInt(scale) > units * BigInt(HASH_MAX) * priceCents;
}

/** The one spelling has no needless zeros. Throws RangeError for any other text. */
export function canonicalRtpLimit(value: string | number): string {
  const [text, whole = '', fraction = ''] = /^(100|[1-9]?[0-9])(?:\.([0-9]{1,4}))?$/.exec(String(value)) ?? [];
  const digits = fraction.replace(/0+$/, '');
  if (text === undefined || (whole === '100' && digits !== '')) {
    throw new RangeError('must be a percentage from 0 to 100 with at most 4 digits after the point');
  }
  return digits === '' ? whole : `${whole}.${digits}`;
}
