import { Type } from 'typebox';
import { announce } from '../../../platform/database/announcements.ts';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';
import { lockRate } from './exchange-rate.sql.ts';
import { canonicalMargin } from './items.rules.ts';
import { repriceAllItems } from './prices.sql.ts';

/** Heard by every process after the commit, whenever items or their prices have changed: caches of them are dropped. */
export const ITEMS_CHANGED = 'items-changed';

export const priceMarginSetting = defineSetting({
  key: 'priceMargin',
  description:
    'Factor by which the marketplace price of an item is multiplied: a decimal from 1 to 10 with at most 4 digits ' +
    'after the point. A change reprices all items at once.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a decimal from 1 to 10 with at most 4 digits after the point',
  }),
  default: '1.2',
  bounds: { minimum: 1, maximum: 10 },
  normalise: canonicalMargin,
  afterChange: async (tx, priceMargin) => {
    await lockRate(tx);
    await repriceAllItems(tx, priceMargin);
    await announce(tx, ITEMS_CHANGED, {});
  },
  weakenedBy: guardsNothing('judged by what it moves, up or down, in `judgeChanges`'),
});
