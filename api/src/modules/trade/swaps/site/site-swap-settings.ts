import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

export const siteSwapCeilingSetting = defineSetting({
  key: 'siteSwapCeilingPercent',
  description:
    'What the house pays on the marketplace for a site swap at most, in percent of the value of the target in the ' +
    'catalogue, at the margin of the house. What the user has paid for the target may be paid in any case, and never ' +
    'more than a tenth above the quote. At 100 a seller who raises the price between quote and purchase gains nothing; ' +
    'above it the house pays up to so much more than it took',
  schema: Type.Integer({ minimum: 100, maximum: 150 }),
  default: 100,
});

export const siteSwapOverAlertSetting = defineSetting({
  key: 'siteSwapOverAlertCents',
  description:
    'What purchases for site swaps of a day of São Paulo may go beyond the values of the catalogue, all together and in ' +
    'cents of BRL, before administrators are told',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 50_000,
});

export const siteSwapOverCapSetting = defineSetting({
  key: 'siteSwapOverCapCents',
  description:
    'What purchases for site swaps of a day of São Paulo may go beyond the values of the catalogue at most, all together ' +
    'and in cents of BRL. What would go further is refused; targets at or below their value are swapped all the same',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 200_000,
});
