import { type Static, Type } from 'typebox';
import { validationFailed } from '../../../../platform/errors.ts';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { GivenReason, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { exampleGivenItems, givenItemList, Normalize, readGivenItems } from '../../rolls/index.ts';
import { caseWorth, isPaused, theoreticalRtp } from '../case-returns.rules.ts';
import {
  CASE_STATUSES,
  type Case,
  type CaseDetail,
  type CaseFields,
  type CaseStatus,
  type GivenItems,
  type NewCaseFields,
} from '../cases.records.ts';
import { MAX_CASE_ITEMS } from './case-contents.rules.ts';
import {
  CaseCreatedAt,
  CaseItemView,
  caseFields,
  caseFieldsView,
  caseItemView,
  caseListFields,
  exampleCase,
  exampleCaseItem,
  HasFlip,
  ItemsCount,
  NullableThreshold,
  Paused,
  TheoreticalRtp,
} from './catalogue.records.ts';
import type { CaseCreation, CaseEdit } from './edit-case.ts';

const Status = Type.Unsafe<CaseStatus>({
  title: 'CaseStatus',
  type: 'string',
  enum: [...CASE_STATUSES],
  description: 'Whether it is on offer: only ACTIVE cases are',
});

export const AdminCaseListQuery = pageQuery({
  ...caseListFields('createdAt'),
  status: Type.Optional({ ...Status, description: 'Only those of this status' }),
});

/** So far from 64 bits that a hundred openings of fifty cases stay exact in every sum. */
const MAX_PRICE_CENTS = 999_999_999_999;

const SLUG = 'Its readable name in addresses; unique. It stays when the name changes';

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    'x-fault': 'must have 1 to 100 characters that are not all blank',
    description: 'Display name; unique',
  }),
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
  imageUrl: Type.String({
    maxLength: 1_000,
    format: 'uri',
    pattern: '^https?://',
    'x-fault': 'must be an address that begins with http:// or https://, of at most 1000 characters',
    description: 'Address of a picture',
  }),
  category: Type.String({
    minLength: 1,
    maxLength: 50,
    pattern: '\\S',
    'x-fault': 'must have 1 to 50 characters that are not all blank',
    description: 'The group of cases that it is in',
  }),
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
  description: exampleCase.description,
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

/** Only what is given: a field that is left out stays as it is. */
function editedFieldsOf(body: Static<typeof EditCaseBody>): Partial<CaseFields> {
  const given = PLAIN_FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]]));
  const { priceCents } = body;
  return { ...Object.fromEntries(given), ...(priceCents === undefined ? {} : { priceCents }) };
}

type GivenContents = Pick<Static<typeof EditCaseBody>, 'items' | 'normalize'>;

/** Null where no items are given. */
function givenItemsOf({ items, normalize = false }: GivenContents): GivenItems | null {
  if (items === undefined) return null;
  const { given, faults } = readGivenItems(items, normalize, { items: 'items', normalize: 'normalize' });
  if (faults.length > 0) throw validationFailed(faults);
  return given;
}

const exampleAdminCase = { ...exampleCase, status: 'ACTIVE', updatedAt: '2026-11-15T12:00:00.000Z' };

const AdminCaseView = Type.Object(
  {
    ...caseFields,
    status: Status,
    versionNumber: Type.Union([Type.Integer(), Type.Null()], { description: 'Null until the case has items' }),
    hasFlip: HasFlip,
    flipThreshold: NullableThreshold,
    itemsCount: ItemsCount,
    isPaused: Paused,
    createdAt: CaseCreatedAt,
    updatedAt: timeOf('When the case was last changed'),
  },
  { title: 'AdminCase', description: 'A case as administrators see it' },
);

export const AdminCaseList = listOf(AdminCaseView, {
  examples: [{ data: [exampleAdminCase], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminCaseView(found: Case): Static<typeof AdminCaseView> {
  const { status, versionNumber, flipThreshold, itemsCount, createdAt, updatedAt } = found;
  return {
    ...caseFieldsView(found),
    status,
    versionNumber,
    hasFlip: flipThreshold !== null,
    flipThreshold,
    itemsCount,
    isPaused: isPaused(found),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export const AdminCaseDetail = Type.Object(
  {
    ...AdminCaseView.properties,
    theoreticalRtpPercent: Type.Union([TheoreticalRtp, Type.Null()], { description: 'Null until the case has items' }),
    items: Type.Array(CaseItemView, { description: 'The version that is played' }),
    versions: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: 'Counted from 1 for each case' }),
          createdBy: orNull(idOf('An administrator'), 'The administrator who made it; null is the platform itself'),
          createdAt: timeOf('When it was made'),
        },
        { title: 'CaseVersionHead', description: 'That there is a version' },
      ),
      { description: 'All of them, the newest first' },
    ),
  },
  {
    title: 'AdminCaseDetail',
    description: 'A case with its items and versions',
    examples: [
      {
        ...exampleAdminCase,
        theoreticalRtpPercent: '93.4512',
        items: [exampleCaseItem],
        versions: [{ number: 3, createdBy: '1', createdAt: '2026-11-15T12:00:00.000Z' }],
      },
    ],
  },
);

export function adminCaseDetailView(found: CaseDetail): Static<typeof AdminCaseDetail> {
  const { items, versions, ...rest } = found;
  return {
    ...adminCaseView(rest),
    theoreticalRtpPercent: items.length === 0 ? null : theoreticalRtp(caseWorth(items), found.priceCents),
    items: items.map((item) => caseItemView(item, found.flipThreshold)),
    versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
  };
}
