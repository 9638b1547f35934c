import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { centsOf, GivenReason, IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { exampleItem, exampleMeta } from '../items.schemas.ts';
import type { HeldBackPrice } from '../items.types.ts';
import { believedFrom, mayPriceBeBelieved } from '../step-guards.rules.ts';

export const HeldBackPricesQuery = pageQuery({
  syncId: Type.Optional(idOf('Only those that this sync has said last')),
});

const HeldBackPriceView = Type.Object(
  {
    itemId: idOf('Of the item in the catalogue'),
    name: Type.String({ description: 'As it is shown' }),
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    originalPriceCents: centsOf('USD cents, in force'),
    heldBackPriceCents: centsOf('USD cents, as the item database says'),
    stepPercent: Type.Number({ description: 'How far it is from the price in force' }),
    syncId: idOf('The last sync that said it'),
    firstSaidAt: timeOf('Since when about the same is said'),
    lastSaidAt: timeOf('When it was said last'),
    takenFrom: orNull(
      timeOf('From when on a sync that still says it takes it'),
      'From when on a sync that still says it takes it; null: only an administrator does',
    ),
  },
  { title: 'HeldBackPrice', description: 'A price that is not taken, since it is too far from those of the last day' },
);
export const HeldBackPriceList = listOf(HeldBackPriceView, {
  examples: [
    {
      data: [
        {
          itemId: exampleItem.id,
          name: exampleItem.name,
          marketHashName: exampleItem.marketHashName,
          originalPriceCents: '3000',
          heldBackPriceCents: '300000',
          stepPercent: 9900,
          syncId: '1',
          firstSaidAt: '2026-11-15T12:00:00.000Z',
          lastSaidAt: '2026-11-15T12:30:00.000Z',
          takenFrom: null,
        },
      ],
      meta: exampleMeta,
    },
  ],
});

export function heldBackPriceView(held: HeldBackPrice): Static<typeof HeldBackPriceView> {
  const { itemId, name, marketHashName, stepPercent, syncId } = held;
  return {
    itemId,
    name,
    marketHashName,
    originalPriceCents: held.inForce.toString(),
    heldBackPriceCents: held.value.toString(),
    stepPercent,
    syncId,
    firstSaidAt: held.firstSaidAt.toISOString(),
    lastSaidAt: held.lastSaidAt.toISOString(),
    takenFrom: mayPriceBeBelieved(held.value, held.inForce) ? believedFrom(held).toISOString() : null,
  };
}

const MAX_NAMED_ITEMS = 1_000;

export const PricesToConfirm = Type.Object(
  {
    syncId: idOf('The sync whose prices were looked at'),
    itemIds: Type.Optional(
      Type.Array(IdText, {
        minItems: 1,
        maxItems: MAX_NAMED_ITEMS,
        description: 'Only those of these items; all that the sync has said last when left out',
      }),
    ),
    reason: GivenReason,
  },
  { examples: [{ syncId: '1', itemIds: ['1'], reason: 'The skin left its collection, other markets say the same' }] },
);

export const ConfirmedPrices = Type.Object(
  { confirmed: Type.Integer({ description: 'How many prices were taken' }) },
  { title: 'ConfirmedPrices', examples: [{ confirmed: 1 }] },
);
