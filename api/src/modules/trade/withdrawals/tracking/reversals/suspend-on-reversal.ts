import { Type } from 'typebox';
import { defineSetting } from '../../../../../platform/settings/settings.ts';

export const suspendOnReversalSetting = defineSetting({
  key: 'suspendWithdrawalsOnReversal',
  description:
    'Whether a user whose delivered item was taken back by a reversed trade can neither withdraw nor swap until an ' +
    'administrator lifts the suspension.',
  schema: Type.Boolean(),
  default: true,
  weakenedBy: 'SWITCHED_OFF',
});
