import type { CaseFields } from '../cases.types.ts';

export type ChangedFields = { [Field in keyof CaseFields]?: { from: CaseFields[Field]; to: CaseFields[Field] } };

/** The fields given that differ from before. */
export function changedFields(before: CaseFields, given: Partial<CaseFields>): ChangedFields {
  const fields = ['name', 'imageUrl', 'category', 'priceCents', 'status'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => given[field] !== undefined && given[field] !== before[field])
      .map((field) => [field, { from: before[field], to: given[field] }]),
  );
}
