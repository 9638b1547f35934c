import { type Static, Type } from 'typebox';
import { type FieldFault, validationFailed } from '../../../platform/errors.ts';
import { toId } from '../../../platform/ids.ts';
import { IdText } from '../../../platform/schemas.ts';
import { MAX_CASE_ITEMS } from './case-contents.rules.ts';
import { probabilityUnits } from './cases.rules.ts';
import type { CaseItem, GivenItems, WeightedItem } from './cases.types.ts';

const PROBABILITY_FAULT = 'must be a percentage above 0 with at most 5 decimals';

const GivenItem = Type.Object({
  itemId: IdText,
  hashRangeStart: Type.Optional(Type.Integer({ description: 'The first roll that gives the item' })),
  hashRangeEnd: Type.Optional(Type.Integer({ description: 'The last roll that gives the item' })),
  probability: Type.Optional(
    Type.Union([Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,5})?$' }), Type.Number()], {
      description: 'Percent, with at most 5 decimals, in place of a range',
      'x-fault': PROBABILITY_FAULT,
    }),
  ),
});

export const GivenItemList = Type.Array(GivenItem, {
  minItems: 1,
  maxItems: MAX_CASE_ITEMS,
  description:
    'All with ranges, which together cover 1 to 10000000 without gap or overlap, or all with probabilities, which ' +
    'become ranges in the order given',
});

export const Normalize = Type.Boolean({
  default: false,
  description:
    'Takes the probabilities as weights and scales them to 100 percent, in whole rolls by the largest remainder, each ' +
    'item at least one roll. Without it they must sum to exactly 100.',
});

export const exampleGivenItems = [
  { itemId: '7', probability: '79.99' },
  { itemId: '12', probability: '20' },
  { itemId: '3', probability: '0.01' },
];

/** Null where no items are given. One style for all of them, or a 400 that names those that differ. */
export function givenItemsOf(
  items: readonly Static<typeof GivenItem>[] | undefined,
  normalize = false,
): GivenItems | null {
  if (items === undefined) return null;
  const ranges: CaseItem[] = [];
  const weighted: WeightedItem[] = [];
  const faults: FieldFault[] = [];
  for (const [index, { itemId, hashRangeStart, hashRangeEnd, probability }] of items.entries()) {
    const id = toId<'item'>(itemId);
    const field = `items.${index}`;
    if (probability === undefined && hashRangeStart !== undefined && hashRangeEnd !== undefined) {
      ranges.push({ itemId: id, hashRangeStart, hashRangeEnd });
      if (weighted.length > 0) faults.push({ field, message: 'must have a probability, as the items before it' });
    } else if (probability !== undefined && hashRangeStart === undefined && hashRangeEnd === undefined) {
      const units = probabilityUnits(String(probability));
      if (!units) faults.push({ field: `${field}.probability`, message: PROBABILITY_FAULT });
      else weighted.push({ itemId: id, units });
      if (ranges.length > 0) faults.push({ field, message: 'must have a range, as the items before it' });
    } else {
      faults.push({ field, message: 'must have either hashRangeStart and hashRangeEnd, or probability' });
    }
  }
  if (normalize && ranges.length > 0) faults.push({ field: 'normalize', message: 'is for probabilities alone' });
  if (faults.length > 0) throw validationFailed(faults);
  return ranges.length > 0
    ? { style: 'RANGES', items: ranges }
    : { style: 'PROBABILITIES', items: weighted, normalize };
}
