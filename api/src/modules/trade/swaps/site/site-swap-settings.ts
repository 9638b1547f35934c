import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings/settings.ts';

export const siteSwapCeilingSetting = defineSetting({
  key: 'siteSwapCeilingPercent',
  description:
    "Most that the house pays on the marketplace for a site swap, in percent of the target's catalogue value and at " +
    'the margin of the house. It may always pay what the user paid for the target, and never more than a tenth above ' +
    'the quote. At 100 a seller who raises the price between quote and purchase gains nothing; above 100 the house ' +
    'may pay that much more than it received.',
  schema: Type.Integer({ minimum: 100, maximum: 150 }),
  default: 100,
  weakenedBy: 'RAISED',
});

export const siteSwapOverAlertSetting = defineSetting({
  key: 'siteSwapOverAlertCents',
  description:
    'Amount by which all purchases for site swaps of a São Paulo day may exceed the catalogue values before an alert ' +
    'is raised, in cents of BRL.',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 50_000,
  weakenedBy: 'RAISED',
});

export const siteSwapOverCapSetting = defineSetting({
  key: 'siteSwapOverCapCents',
  description:
    'Most by which all purchases for site swaps of a São Paulo day may exceed the catalogue values, in cents of BRL. ' +
    'Swaps beyond it are refused; targets at or below their catalogue value are not affected.',
  schema: Type.Integer({ minimum: 0, maximum: 10_000_000_000 }),
  default: 200_000,
  weakenedBy: 'RAISED',
});
