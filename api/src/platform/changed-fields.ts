type ChangedFields<Fields> = { [Field in keyof Fields]?: { from: Fields[Field]; to: Fields[Field] } };

/** A field that is left out stays as it is. */
export function changedFields<Fields extends object>(
  before: NoInfer<Fields>,
  given: Partial<Fields>,
): ChangedFields<Fields> {
  const fields = Object.keys(given) as (keyof Fields)[];
  const changed = fields.filter((field) => !isSame(given[field], before[field]));
  const entries = changed.map((field) => [field, { from: before[field], to: given[field] }]);
  return Object.fromEntries(entries) as ChangedFields<Fields>;
}

function isSame(one: unknown, other: unknown): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}
