import { Type } from 'typebox';
import { defineSetting } from '../../../../platform/settings.ts';

export const suspendOnReversalSetting = defineSetting({
  key: 'suspendWithdrawalsOnReversal',
  description:
    'Whether a user whose delivered item was taken back by a reversed trade neither withdraws items or money nor swaps until an administrator lifts that',
  schema: Type.Boolean(),
  default: true,
});
