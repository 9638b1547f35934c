import { Type } from 'typebox';
import { validationFailed } from '../../../../platform/errors.ts';
import { pageQuery } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import type { Static } from '../../../../platform/record.ts';
import { GivenReason, givenAddress, givenText, idOf } from '../../../../platform/schemas.ts';
import { exampleGivenItems, givenItemList, Normalize, readGivenItems } from '../../rolls/index.ts';
import type { CaseStatus } from '../cases.records.ts';
import { type ContentsChange, type GivenItems, MAX_CASE_ITEMS } from './case-contents.rules.ts';
import { type Case, NullableThreshold, Status } from './catalogue.records.ts';

export type CaseFields = Pick<
  Case,
  'name' | 'slug' | 'description' | 'imageUrl' | 'category' | 'displayOrder' | 'priceCents' | 'status'
>;

/** Without a slug the database makes one of the name. */
export type NewCaseFields = Omit<CaseFields, 'slug' | 'status'> & { slug: string | null };

export interface CaseEdit {
  fields: Partial<CaseFields>;
  contents: ContentsChange;
  /** 0: the editor has seen no version; absent: any version will do. */
  expectedVersion?: number | undefined;
}

export interface CaseCreation {
  fields: NewCaseFields;
  given: GivenItems | null;
  flipThreshold: number | null;
  activate: boolean;
}

export interface CaseFilter {
  status?: CaseStatus | undefined;
  slug?: string | undefined;
  category?: string | undefined;
  search?: string | undefined;
  minPriceCents?: Cents | undefined;
  maxPriceCents?: Cents | undefined;
}

/** `display` is the order of the shop: by category, then by the order in it, then by price. */
const CASE_ORDERS = ['display', 'popularity', 'price', 'name', 'createdAt'] as const;

export interface CaseOrder {
  sortBy: (typeof CASE_ORDERS)[number];
  sortOrder: 'asc' | 'desc';
}

const priceFilter = (description: string) =>
  Type.String({ pattern: '^[0-9]{1,18}$', 'x-fault': 'must be whole cents: 1 to 18 digits', description });

const caseListFields = (sortBy: CaseOrder['sortBy']) => ({
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

export const AdminCaseListQuery = pageQuery({
  ...caseListFields('createdAt'),
  status: Type.Optional({ ...Status, description: 'Only those of this status' }),
});

/** Digits are an id, even where a slug has the same digits. */
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

export const VersionParams = Type.Object({
  id: idOf('Id of the case'),
  number: Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'Counted from 1 for each case',
    examples: [1],
  }),
});

export const DifferenceQuery = Type.Object({
  from: { ...VersionParams.properties.number, description: 'The earlier version' },
  to: { ...VersionParams.properties.number, description: 'The later version' },
});

/** A hundred openings of fifty cases stay exact in every sum. */
const MAX_PRICE_CENTS = 999_999_999_999;

const SLUG = 'Its readable name in addresses; unique. It stays when the name changes';

const fields = {
  name: givenText(100, 'Display name; unique'),
  slug: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    'x-fault': 'must have 1 to 100 lower-case letters and digits, with single dashes between them',
    description: SLUG,
  }),
  description: Type.String({ maxLength: 1_000, description: 'Description for people; may be empty' }),
  displayOrder: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Its place in its category, the lowest first; cases of one place are sorted by price',
  }),
  imageUrl: givenAddress('Address of a picture'),
  category: givenText(50, 'The group of cases that it is in'),
  priceCents: Type.Union(
    [Type.String({ pattern: '^[1-9][0-9]{0,11}$' }), Type.Integer({ minimum: 1, maximum: MAX_PRICE_CENTS })],
    {
      description: 'Price of one opening, in BRL cents',
      'x-fault': `must be whole cents from 1 to ${MAX_PRICE_CENTS}`,
    },
  ),
};

const GivenItemList = givenItemList(MAX_CASE_ITEMS);
const contents = {
  items: Type.Optional(GivenItemList),
  normalize: Type.Optional(Normalize),
  flipThreshold: Type.Optional(NullableThreshold),
};

const exampleFields = {
  name: 'Amazônia',
  description: 'O que a floresta esconde: facas raras entre rifles verdes.',
  imageUrl: 'https://images.example/cases/amazonia.png',
  category: 'Nature',
  displayOrder: 10,
  priceCents: '1990',
};

export const CreateCaseBody = Type.Object(
  {
    ...fields,
    slug: Type.Optional({ ...fields.slug, description: `${SLUG}. Without it, made of the name` }),
    description: Type.Optional({ ...fields.description, default: '' }),
    displayOrder: Type.Optional({ ...fields.displayOrder, default: 0 }),
    ...contents,
    activate: Type.Optional(Type.Boolean({ default: false, description: 'Makes the case active at once' })),
  },
  { examples: [{ ...exampleFields, items: exampleGivenItems, flipThreshold: 9_999_001, activate: true }] },
);

export const EditCaseBody = Type.Object(
  {
    name: Type.Optional(fields.name),
    slug: Type.Optional(fields.slug),
    description: Type.Optional(fields.description),
    imageUrl: Type.Optional(fields.imageUrl),
    category: Type.Optional(fields.category),
    displayOrder: Type.Optional(fields.displayOrder),
    priceCents: Type.Optional(fields.priceCents),
    status: Type.Optional(Status),
    ...contents,
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'The version that was looked at, 0 for none: where it is another by now, nothing is changed',
      }),
    ),
    reason: GivenReason,
  },
  { examples: [{ priceCents: '2490', status: 'ACTIVE', expectedVersion: 3, reason: 'The knife has become dearer' }] },
);

export const AddCaseItemsBody = Type.Object(
  { ...contents, items: GivenItemList },
  { examples: [{ items: [{ itemId: '1', probability: '0.5' }] }] },
);

export const CaseItemsParams = Type.Object({ caseId: idOf('Id of the case') });
export const CaseItemParams = Type.Object({ caseId: idOf('Id of the case'), itemId: idOf('Id of its item') });

export function caseCreationOf(body: Static<typeof CreateCaseBody>): CaseCreation {
  const { flipThreshold = null, activate = false } = body;
  return { fields: createdFieldsOf(body), given: givenItemsOf(body), flipThreshold, activate };
}

function createdFieldsOf(body: Static<typeof CreateCaseBody>): NewCaseFields {
  const { name, slug = null, description = '', imageUrl, category, displayOrder = 0, priceCents } = body;
  return { name, slug, description, imageUrl, category, displayOrder, priceCents: BigInt(priceCents) };
}

export function caseEditOf(body: Static<typeof EditCaseBody>): CaseEdit {
  const { flipThreshold, expectedVersion } = body;
  const contents = { given: givenItemsOf(body), mode: 'REPLACE', flipThreshold } as const;
  return { fields: editedFieldsOf(body), contents, expectedVersion };
}

export function addedItemsOf(body: Static<typeof AddCaseItemsBody>): CaseEdit {
  const { flipThreshold } = body;
  return { fields: {}, contents: { given: givenItemsOf(body), mode: 'MERGE', flipThreshold } };
}

const PLAIN_FIELDS = ['name', 'slug', 'description', 'imageUrl', 'category', 'displayOrder', 'status'] as const;

/** A field that is left out stays as it is. */
function editedFieldsOf(body: Static<typeof EditCaseBody>): Partial<CaseFields> {
  const given = PLAIN_FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
  const { priceCents } = body;
  return { ...Object.fromEntries(given), ...(priceCents === undefined ? {} : { priceCents }) };
}

type GivenContents = Pick<Static<typeof EditCaseBody>, 'items' | 'normalize'>;

function givenItemsOf({ items, normalize = false }: GivenContents): GivenItems | null {
  if (items === undefined) return null;
  const { given, faults } = readGivenItems(items, normalize, { items: 'items', normalize: 'normalize' });
  if (faults.length > 0) throw validationFailed(faults);
  return given;
}
