import { type GivenItems, type ItemRange, rollsOfPercent, type WeightedItem } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import type { FieldFault } from '../../../platform/errors.ts';
import { type Id, toId } from '../../../platform/ids.ts';
import { documentedAs, idOf } from '../../../platform/schemas.ts';
import { hashRangeFields } from './rolls.records.ts';

const PROBABILITY_FAULT = 'must be a percentage above 0 with at most 5 decimals';

const itemId = idOf('Id of the item in the catalogue');
const probability = Type.Union([Type.String({ pattern: '^[0-9]{1,9}(\\.[0-9]{1,5})?$' }), Type.Number()], {
  description: 'Percent, with at most 5 decimals, in place of a range',
  'x-fault': PROBABILITY_FAULT,
});
const { hashRangeStart, hashRangeEnd } = hashRangeFields;
const GivenItem = Type.Object(
  {
    itemId,
    hashRangeStart: Type.Optional(hashRangeStart),
    hashRangeEnd: Type.Optional(hashRangeEnd),
    probability: Type.Optional(probability),
  },
  {
    title: 'GivenItem',
    description: 'An item with the rolls that give it, or with its chance',
    ...documentedAs(null, [
      Type.Object({ itemId, hashRangeStart, hashRangeEnd }, { title: 'GivenItemWithRange' }),
      Type.Object({ itemId, probability }, { title: 'GivenItemWithProbability' }),
    ]),
  },
);

export const givenItemList = (maxItems: number) =>
  Type.Array(GivenItem, {
    minItems: 1,
    maxItems,
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
  { itemId: '1', probability: '79.99' },
  { itemId: '2', probability: '20' },
  { itemId: '3', probability: '0.01' },
];

/** Faults name the places in `fields` of items whose style differs. */
export function readGivenItems(
  items: readonly Static<typeof GivenItem>[],
  normalize: boolean,
  fields: { items: string; normalize: string },
): { given: GivenItems<Id<'item'>>; faults: FieldFault[] } {
  const ranges: ItemRange<Id<'item'>>[] = [];
  const weighted: WeightedItem<Id<'item'>>[] = [];
  const faults: FieldFault[] = [];
  for (const [index, { itemId, hashRangeStart, hashRangeEnd, probability }] of items.entries()) {
    const id = toId<'item'>(itemId);
    const field = `${fields.items}.${index}`;
    if (probability === undefined && hashRangeStart !== undefined && hashRangeEnd !== undefined) {
      ranges.push({ itemId: id, hashRangeStart, hashRangeEnd });
      if (weighted.length > 0) faults.push({ field, message: 'must have a probability, as the items before it' });
    } else if (probability !== undefined && hashRangeStart === undefined && hashRangeEnd === undefined) {
      const units = rollsOfPercent(String(probability));
      if (!units) faults.push({ field: `${field}.probability`, message: PROBABILITY_FAULT });
      else weighted.push({ itemId: id, units });
      if (ranges.length > 0) faults.push({ field, message: 'must have a range, as the items before it' });
    } else {
      faults.push({ field, message: 'must have either hashRangeStart and hashRangeEnd, or probability' });
    }
  }
  if (normalize && ranges.length > 0) faults.push({ field: fields.normalize, message: 'is for probabilities alone' });
  if (ranges.length > 0) return { given: { style: 'RANGES', items: ranges }, faults };
  return { given: { style: 'PROBABILITIES', items: weighted, normalize }, faults };
}
