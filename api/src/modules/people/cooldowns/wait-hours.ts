import { Type } from 'typebox';
import { defineSetting } from '../../../platform/settings/settings.ts';

export const withdrawalWaitHoursSetting = defineSetting({
  key: 'withdrawalWaitHours',
  description:
    'Hours for which withdrawals of money and items cannot be approved after a second factor was enabled, disabled or ' +
    'reset, or a Pix key was first confirmed; 0 means that they do not wait.',
  schema: Type.Integer({ minimum: 0, maximum: 720 }),
  default: 24,
  sandboxDefault: 0,
  weakenedBy: 'LOWERED',
});
