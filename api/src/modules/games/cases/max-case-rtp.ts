import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings/settings.ts';
import { canonicalRtpLimit } from './case-returns.rules.ts';
import { MAX_CASE_RTP } from './cases.types.ts';

export const maxCaseRtpSetting = defineSetting({
  ...MAX_CASE_RTP,
  description:
    'Highest theoretical return of a case at current prices, in percent of its price: from 0 to 100 with at most 4 ' +
    'digits after the point. A case above it is paused until its contents, its price or the item prices change. What ' +
    'is left to the house also limits what event shots return of the wagers behind their tickets.',
  schema: Type.Union([Type.Number(), Type.String({ maxLength: 20 })], {
    'x-fault': 'must be a percentage from 0 to 100 with at most 4 digits after the point',
  }),
  bounds: { minimum: 0, maximum: 100 },
  normalise: canonicalRtpLimit,
  weakenedBy: 'RAISED',
});
