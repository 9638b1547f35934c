import { Type } from 'typebox';
import { defineSetting, guardsNothing } from '../../../platform/settings/settings.ts';

/**
 * Off, only a raffle's draw makes notifications, without a push. On, the flows tell their users as things happen. What
 * concerns the safety of an account is sent in either case.
 */
export const liveNotificationsSetting = defineSetting({
  key: 'liveNotifications',
  description: 'Whether deposits, withdrawals, openings and upgrades create notifications that are pushed at once.',
  schema: Type.Boolean(),
  default: false,
  // Who tries the platform sees what it sends.
  sandboxDefault: true,
  weakenedBy: guardsNothing('what concerns the safety of an account is sent in either case'),
});
