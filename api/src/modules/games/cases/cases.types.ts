import type { GivenItems as Given, HashRange, ItemRange } from '@lisura/fairness';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

export const CASE_STATUSES = ['DRAFT', 'ACTIVE', 'ARCHIVED'] as const;
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** That one request may ask for. */
export const MAX_OPENINGS_AT_ONCE = 100;

/** The setting that keeps cases from paying back too much, in percent. */
export const MAX_CASE_RTP = { key: 'maxCaseRtpPercent', default: '97' } as const;

/** The setting that says which category comes first. */
export const CATEGORY_ORDER = { key: 'caseCategoryOrder', default: [] as string[] } as const;

/** The setting that says which picture a category has. */
export const CATEGORY_PICTURES = { key: 'caseCategoryPictures', default: [] as string[] } as const;

/** What a case pays back and what it may, of one moment. */
export interface CaseReturn {
  /** What all 10000000 rolls give together; null until the case has contents. */
  readonly worthCents: Cents | null;
  readonly priceCents: Cents;
  readonly maxRtpPercent: string;
}

/** What an opening is played on, as a statement of it has seen it. */
export interface CaseTerms extends Pick<CaseReturn, 'priceCents' | 'maxRtpPercent'> {
  readonly name: string;
  readonly status: CaseStatus;
  readonly versionId: Id<'case-version'> | null;
  /** Of the values of all items; see `PlayableCase`. */
  readonly priceEpoch: string;
}

/**
 * An active case as an opening needs it. What each item is worth is not here: prices change, and an opening reads them. By
 * what they are worth together a request is refused before it plays, never allowed.
 */
export interface PlayableCase extends CaseReturn {
  readonly id: Id<'case'>;
  readonly name: string;
  readonly imageUrl: string;
  readonly versionId: Id<'case-version'>;
  readonly versionNumber: number;
  readonly flipThreshold: number | null;
  /** Changes whenever the value of any item does: while it is the same, so is what the items are worth together. */
  readonly priceEpoch: string;
  /** In ascending order of the ranges, which cover 1..10000000 without gap or overlap. */
  readonly items: readonly PlayableItem[];
}

export interface PlayableItem extends Readonly<HashRange> {
  readonly itemId: Id<'item'>;
  readonly name: string;
  readonly imageUrl: string;
  readonly rarity: string;
}

/** One line of a case's contents. */
export type CaseItem = ItemRange<Id<'item'>>;

/** What a version of a case holds. */
export interface CaseContents {
  /** In ascending order of the ranges. */
  items: readonly CaseItem[];
  flipThreshold: number | null;
}

/** A line of contents with what a person wants to know of the item. */
export interface DescribedCaseItem extends CaseItem {
  name: string;
  marketHashName: string;
  imageUrl: string;
  rarity: string;
  valueCentsBrl: Cents;
}

/** A case with the version that is played; the version's fields are null until the case has contents. */
export interface Case extends CaseReturn {
  id: Id<'case'>;
  name: string;
  slug: string;
  description: string;
  imageUrl: string;
  category: string;
  displayOrder: number;
  status: CaseStatus;
  versionId: Id<'case-version'> | null;
  versionNumber: number | null;
  flipThreshold: number | null;
  itemsCount: number;
  /** The most valuable ones, the dearest first. */
  topItems: readonly DescribedCaseItem[];
  createdAt: Date;
  updatedAt: Date;
}

/** A version of a case with everything that decides openings of it. */
export interface VersionContents {
  id: Id<'case-version'>;
  caseId: Id<'case'>;
  caseName: string;
  versionNumber: number;
  /** Whether it is the one that the case holds now. */
  isCurrent: boolean;
  flipThreshold: number | null;
  createdAt: Date;
  /** In ascending order of the ranges. */
  items: readonly DescribedCaseItem[];
}

export interface CaseVersion {
  number: number;
  createdBy: Id<'user'> | null;
  createdAt: Date;
}

/** A case as an administrator sees it. */
export interface CaseDetail extends Case {
  items: readonly DescribedCaseItem[];
  /** Newest first. */
  versions: readonly CaseVersion[];
}

/** The fields of a case that are not contents. */
export interface CaseFields {
  name: string;
  /** The readable part of an address, unique. It stays when the name changes: addresses are kept by others. */
  slug: string;
  /** Empty where there is none. */
  description: string;
  imageUrl: string;
  category: string;
  /** Within its category, the lowest first. */
  displayOrder: number;
  priceCents: Cents;
  status: CaseStatus;
}

/** A case to be made. */
export interface NewCaseFields extends Omit<CaseFields, 'slug' | 'status'> {
  /** Null: the one of its name. */
  slug: string | null;
}

export type GivenItems = Given<Id<'item'>>;

/** Something that keeps contents from being played, with the place in the request. */
export interface ContentsFault {
  field: string;
  message: string;
}

export interface CaseFilter {
  status?: CaseStatus | undefined;
  slug?: string | undefined;
  category?: string | undefined;
  /** Part of the name. */
  search?: string | undefined;
  minPriceCents?: Cents | undefined;
  maxPriceCents?: Cents | undefined;
}

/** `display` is as a shop shows them: by the order of categories, their own order in it, then by price. */
export const CASE_ORDERS = ['display', 'popularity', 'price', 'name', 'createdAt'] as const;

/** How often cases were opened lately, by id; one that was not is absent. */
export type CaseOpenings = ReadonlyMap<Id<'case'>, number>;

export interface CaseOrder {
  sortBy: (typeof CASE_ORDERS)[number];
  sortOrder: 'asc' | 'desc';
}
