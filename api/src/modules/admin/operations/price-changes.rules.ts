import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

export interface ItemValue {
  id: Id<'item'>;
  name: string;
  valueCents: Cents;
}

interface Worth {
  items: readonly ItemValue[];
  /** What all that users own is worth. */
  ownedCents: Cents;
}

export interface PriceChanges {
  /** Items whose price would be another. */
  changed: number;
  ownedFromCents: Cents;
  ownedToCents: Cents;
  /** Those of them that are worth most. */
  examples: readonly { id: Id<'item'>; name: string; fromCents: Cents; toCents: Cents }[];
}

const EXAMPLES = 5;

export function priceChanges(before: Worth, after: Worth): PriceChanges {
  const valuesBefore = new Map(before.items.map(({ id, valueCents }) => [id, valueCents]));
  const changed = after.items.flatMap(({ id, name, valueCents: toCents }) => {
    const fromCents = valuesBefore.get(id);
    return fromCents === undefined || fromCents === toCents ? [] : [{ id, name, fromCents, toCents }];
  });
  const examples = changed.toSorted((one, other) => Number(other.toCents - one.toCents)).slice(0, EXAMPLES);
  return { changed: changed.length, ownedFromCents: before.ownedCents, ownedToCents: after.ownedCents, examples };
}
