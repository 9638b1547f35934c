import { type Static, Type } from 'typebox';
import { defineAdminError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { type Cents, formatBrl, formatUsd } from '../../../../platform/money.ts';
import { cents, id, integer, number, orNull, record, time } from '../../../../platform/record.ts';
import { GivenReason, IdText, idOf } from '../../../../platform/schemas.ts';
import { itemFields, ownedWorth } from '../items.records.ts';
import type { HeldBackPrice } from '../items.rules.ts';
import { believedFrom, mayPriceBeBelieved } from '../step-guards.rules.ts';

export interface MarginEffect {
  stepPercent: number;
  ownedFromCents: Cents;
  ownedToCents: Cents;
}

export const marginNotConfirmed = defineAdminError(
  'MARGIN_NOT_CONFIRMED',
  409,
  ({ stepPercent }: MarginEffect) =>
    `The margin would move what users own by ${stepPercent} percent: with \`confirm: true\` it is set all the same`,
  'The new `priceMargin` moves the value of the items of all users by more than `maxPriceStepPercent`. `errors` has ' +
    'the present and the new worth: repeat the request with `confirm: true` if that is intended.',
  ownedWorth,
);
export const pricesNotHeldBack = defineAdminError(
  'PRICES_NOT_HELD_BACK',
  409,
  (syncId: Id<'item-sync'>) => `Not held back, or no longer as sync ${syncId} said`,
  'A later sync has reported other prices, or these were confirmed: look again, then confirm.',
);

export interface PriceEffect {
  inForce: Cents;
  newPrice: Cents;
  stepPercent: number;
  ownedCount: bigint;
  /** The present and the new worth of the items that users own, in BRL. */
  ownedFromCents: Cents;
  ownedToCents: Cents;
  caseNames: readonly string[];
}

export const priceNotConfirmed = defineAdminError(
  'PRICE_NOT_CONFIRMED',
  409,
  ({ inForce, newPrice, stepPercent }: PriceEffect) =>
    `${formatUsd(newPrice)} USD is ${stepPercent} percent from ${formatUsd(inForce)} USD or too far from the prices of the ` +
    'last day: with `confirm: true` it is set all the same',
  'The new price is far from those of the last day. `errors` names the items of users and the cases that it affects: ' +
    'repeat the request with `confirm: true` if that is intended.',
  ({ ownedCount, ownedFromCents, ownedToCents, caseNames }: PriceEffect) => ({
    errors: [
      {
        field: 'inventory',
        message:
          `Users own ${ownedCount} of it, worth ${formatBrl(ownedFromCents)}, which would be worth ` +
          `${formatBrl(ownedToCents)}`,
      },
      ...caseNames.map((name) => ({ field: 'cases', message: `It is in the case ${name}` })),
    ],
  }),
);

export const HeldBackPricesQuery = pageQuery({
  syncId: Type.Optional(idOf('Only prices that this sync reported last')),
});

const HeldBackPriceView = record(
  'HeldBackPrice',
  'A price that is held back, since it is too far from those of the last day',
  {
    itemId: itemFields.id,
    name: itemFields.name,
    marketHashName: itemFields.marketHashName,
    originalPriceCents: cents('USD cents, in force', '3000'),
    heldBackPriceCents: cents('USD cents, from the item database', '300000'),
    stepPercent: number('Distance from the price in force', 9900),
    syncId: id<'item-sync'>('The last sync that reported it'),
    firstSaidAt: time('Since when syncs report about the same price'),
    lastSaidAt: time('When a sync reported it last', '2026-11-15T12:30:00.000Z'),
    takenFrom: orNull(
      time('From then on, a sync that still reports the price puts it in force'),
      'From then on, a sync that still reports the price puts it in force; null: only an administrator does',
      null,
    ),
  },
);
export const HeldBackPriceList = listOf(HeldBackPriceView);

export const heldBackPriceView = (held: HeldBackPrice): Static<typeof HeldBackPriceView> => ({
  ...held,
  takenFrom: mayPriceBeBelieved(held.heldBackPriceCents, held.originalPriceCents) ? believedFrom(held) : null,
});

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

export const ConfirmedPrices = record('ConfirmedPrices', 'Prices that were confirmed', {
  confirmed: integer('How many prices were taken', 1),
});
