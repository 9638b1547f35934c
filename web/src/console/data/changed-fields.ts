/**
 * What was typed into a form and differs from what is stored now. What nobody touched is not among it, so that saving leaves
 * it as others have made it meanwhile.
 */
export function changedFields<Fields extends object>(stored: Fields, typed: Partial<Fields>): Partial<Fields> {
  const changed = (Object.keys(typed) as (keyof Fields)[]).filter((name) => typed[name] !== stored[name]);
  return Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<Fields>;
}
