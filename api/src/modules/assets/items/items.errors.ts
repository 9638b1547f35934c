import { type ConstraintErrors, defineAdminError, defineError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { type Cents, formatBrl, formatUsd } from '../../../platform/money.ts';

export const itemNotFound = defineError(
  'ITEM_NOT_FOUND',
  404,
  'Item não encontrado.',
  'The catalogue has no such item.',
);
export const syncNotFound = defineAdminError('SYNC_NOT_FOUND', 404, 'Sync not found', 'No sync has this id.');
export const syncUnderWay = defineAdminError(
  'SYNC_UNDER_WAY',
  409,
  (id: Id<'item-sync'>) => `Sync ${id} is still under way`,
  'A sync of this kind is under way: follow that one.',
);
export const syncEndedByAnother = defineAdminError(
  'SYNC_ENDED',
  409,
  'Another process has ended the sync',
  'This is recorded for a sync and never answered: its process died and no other continued it.',
);
export const noItemDatabase = defineAdminError(
  'NO_ITEM_DATABASE',
  503,
  'No item database is configured',
  'The setting `ITEM_DATABASE_URL` is empty.',
);
export const itemDatabaseUnavailable = defineAdminError(
  'ITEM_DATABASE_UNAVAILABLE',
  503,
  'The item database does not answer, or its answer cannot be used',
  'The source of items did not answer, or its answer could not be used: try again later.',
  (cause: unknown) => ({ cause }),
);
export const noRateHeldBack = defineAdminError(
  'NO_RATE_HELD_BACK',
  409,
  'No exchange rate is held back',
  'There is nothing to confirm: the source reports the rate in force.',
);
export const anotherRateHeldBack = defineAdminError(
  'ANOTHER_RATE_HELD_BACK',
  409,
  (usdToBrl: string) => `Another exchange rate is held back by now: ${usdToBrl}. Look again, then confirm`,
  'The source reports another rate than the one that you saw: look again, then confirm.',
);
/** What a rate that is set by hand would make of users' items. */
export interface RateEffect {
  inForce: string;
  newRate: string;
  stepPercent: number;
  /** BRL: what users' items are worth together, and what they would be. */
  ownedFromCents: Cents;
  ownedToCents: Cents;
}

/** To an administrator who has not said that this is meant. */
export const rateNotConfirmed = defineAdminError(
  'RATE_NOT_CONFIRMED',
  409,
  ({ inForce, newRate, stepPercent }: RateEffect) =>
    `${newRate} is ${stepPercent} percent from ${inForce} or too far from the rates of the last day: with ` +
    '`confirm: true` it is set all the same',
  'The new rate is beyond `maxRateStepPercent` or `maxDailyRateStepPercent`. `errors` has the present and the new ' +
    'worth of the items of all users: repeat the request with `confirm: true` if that is intended.',
  ({ ownedFromCents, ownedToCents }: RateEffect) => ({
    errors: [
      {
        field: 'inventory',
        message: `The items of all users are worth ${formatBrl(ownedFromCents)} and would be worth ${formatBrl(ownedToCents)}`,
      },
    ],
  }),
);
/** What another margin would make of what users own. */
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
  ({ ownedFromCents, ownedToCents }: MarginEffect) => ({
    errors: [
      {
        field: 'inventory',
        message: `The items of all users are worth ${formatBrl(ownedFromCents)} and would be worth ${formatBrl(ownedToCents)}`,
      },
    ],
  }),
);
export const pricesNotHeldBack = defineAdminError(
  'PRICES_NOT_HELD_BACK',
  409,
  (syncId: Id<'item-sync'>) => `Not held back, or no longer as sync ${syncId} said`,
  'A later sync has reported other prices, or these were confirmed: look again, then confirm.',
);

/** What a price that is set by hand would raise, or lower. */
export interface PriceEffect {
  inForce: Cents;
  newPrice: Cents;
  stepPercent: number;
  ownedCount: bigint;
  /** BRL: what users own of the item is worth, and what it would be. */
  ownedFromCents: Cents;
  ownedToCents: Cents;
  caseNames: readonly string[];
}

/** To an administrator who has not said that this is meant. */
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

const marketHashNameTaken = defineAdminError(
  'MARKET_HASH_NAME_TAKEN',
  409,
  'An item with this marketHashName exists already',
  'Names on the marketplace are unique in the catalogue.',
);

export const itemsConstraintErrors: ConstraintErrors = { items_market_hash_name_key: marketHashNameTaken };
