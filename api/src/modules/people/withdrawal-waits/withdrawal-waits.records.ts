import { Type } from 'typebox';
import { HOUR_MS } from '../../../platform/durations.ts';
import { defineAdminError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { defineSetting } from '../../../platform/settings/settings.ts';

export const withdrawalsWait = defineAdminError(
  'WITHDRAWALS_WAIT',
  409,
  (until: Date) => `Withdrawals of this user wait until ${until.toISOString()}`,
  'A second factor or a Pix key of the user is new, changed or reset: approve after that time.',
);

export interface NewWait {
  userId: Id<'user'>;
  cause: 'SECOND_FACTOR' | 'PIX_KEY';
  at: Date;
}

export const withdrawalWaitHoursSetting = defineSetting({
  key: 'withdrawalWaitHours',
  description:
    'Hours for which withdrawals cannot be approved after a second factor was enabled, disabled or reset, or a ' +
    'Pix key was first confirmed.',
  schema: Type.Integer({ minimum: 0, maximum: 720 }),
  default: 24,
  sandboxDefault: 0,
  weakenedBy: 'LOWERED',
});

/** Returns null where withdrawals do not wait. */
export function waitEndOf(changedAt: Date | null, hours: number, now: Date): Date | null {
  if (changedAt === null) return null;
  const end = new Date(changedAt.getTime() + hours * HOUR_MS);
  return end > now ? end : null;
}
