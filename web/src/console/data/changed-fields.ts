/**
 * Finds typed values that differ from the stored ones. Untouched fields are left out, so that saving keeps the changes
 * of others.
 */
export function changedFields<Fields extends object>(stored: Fields, typed: Partial<Fields>): Partial<Fields> {
  const changed = (Object.keys(typed) as (keyof Fields)[]).filter((name) => typed[name] !== stored[name]);
  return Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<Fields>;
}
