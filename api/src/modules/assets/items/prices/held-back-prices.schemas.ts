import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { centsOf, GivenReason, IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { exampleItem, exampleMeta } from '../items.schemas.ts';
import type { HeldBackPrice } from '../items.types.ts';
import { believedFrom, mayPriceBeBelieved } from '../step-guards.rules.ts';

export const HeldBackPricesQuery = pageQuery({
  syncId: Type.Optional(idOf('Only prices that this sync reported last')),
});

const HeldBackPriceView = Type.Object(
  {
    itemId: idOf('Id of the item in the catalogue'),
    name: Type.String({ description: 'Display name' }),
    marketHashName: Type.String({ description: 'The name on the marketplace, unique' }),
    originalPriceCents: centsOf('USD cents, in force'),
    heldBackPriceCents: centsOf('USD cents, from the item database'),
    stepPercent: Type.Number({ description: 'Distance from the price in force' }),
    syncId: idOf('The last sync that reported it'),
    firstSaidAt: timeOf('Since when syncs report about the same price'),
    lastSaidAt: timeOf('When a sync reported it last'),
    takenFrom: orNull(
      timeOf('From then on, a sync that still reports the price puts it in force'),
      'From then on, a sync that still reports the price puts it in force; null: only an administrator does',
    ),
  },
  { title: 'HeldBackPrice', description: 'A price that is held back, since it is too far from those of the last day' },
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
        description: 'Only the prices of these items; without it, all that the sync reported last',
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
