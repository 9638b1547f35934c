import type { CaseFields } from '../cases.types.ts';

export type ChangedFields = { [Field in keyof CaseFields]?: { from: CaseFields[Field]; to: CaseFields[Field] } };

const FIELDS = [
  ...(['name', 'slug', 'description', 'imageUrl', 'category', 'displayOrder'] as const),
  ...(['priceCents', 'status'] as const),
];

/** The fields given that differ from before. */
export function changedFields(before: CaseFields, given: Partial<CaseFields>): ChangedFields {
  return Object.fromEntries(
    FIELDS.filter((field) => given[field] !== undefined && given[field] !== before[field]).map((field) => [
      field,
      { from: before[field], to: given[field] },
    ]),
  );
}
