import { cents, integer, listOf, oneOf, orNull, part, record, type Static, time } from '../../../platform/record.ts';
import { Exclusion, LimitKindText, type LimitState, PeriodText } from '../../assets/limits/index.ts';
import { type UserRole, UserView } from '../../people/users/index.ts';

const PERMISSIONS = ['PLAY', 'DEPOSIT', 'WITHDRAW', 'ADMINISTER'] as const;
type Permission = (typeof PERMISSIONS)[number];

interface Standing {
  role: UserRole;
  /** A pause or exclusion runs. */
  isBarred: boolean;
  /** An administrator has to decide before anything leaves. */
  isSuspended: boolean;
  canDeposit: boolean;
}

export function permissionsOf({ role, isBarred, isSuspended, canDeposit }: Standing): Permission[] {
  const permissions: Permission[] = [];
  if (!isBarred) permissions.push('PLAY');
  if (!isBarred && canDeposit) permissions.push('DEPOSIT');
  if (!isSuspended) permissions.push('WITHDRAW');
  if (role === 'ADMIN') permissions.push('ADMINISTER');
  return permissions;
}

/** Limits that are used up until their period ends. */
export const reachedOf = (limits: readonly LimitState[]): Static<typeof ReachedLimit>[] =>
  limits.flatMap(({ limitCents, usedCents, ...limit }) =>
    limitCents !== null && (usedCents ?? 0n) >= limitCents ? [{ ...limit, limitCents }] : [],
  );

const ReachedLimit = record('ReachedLimit', 'A limit of yours of which nothing is left', {
  kind: LimitKindText,
  period: PeriodText,
  limitCents: cents('The allowed amount'),
  endsAt: time('When the next period begins, with nothing used'),
});

export const Visitor = record('Visitor', 'The visitor of a page', {
  serverTime: time('When this was answered'),
  user: orNull(
    part(UserView, 'The user'),
    'The user who is logged in; null without a login, and then everything below is empty',
  ),
  balanceCents: orNull(
    cents('Money that you can spend', '123456'),
    'Money that you can spend, in BRL cents; null without a login',
  ),
  debtCents: orNull(
    cents('Your debt', '0'),
    'Your debt for deposits that were given back, mostly 0; null without a login',
  ),
  unreadNotifications: integer('Notifications that you have not read', 2),
  limitsReached: listOf(ReachedLimit, 'Those of your limits that are used up', []),
  exclusion: orNull(part(Exclusion, 'The pause or exclusion'), 'The pause or exclusion that runs; null: none', null),
  ageConfirmedAt: orNull(time('When you did'), 'When you confirmed to be of age; null: not yet'),
  permissions: listOf(
    oneOf(PERMISSIONS, 'Permission', 'Something that a page may offer'),
    'Features that a page may offer: PLAY and DEPOSIT are absent while a pause or exclusion runs, DEPOSIT also ' +
      'without a payment provider, WITHDRAW while an administrator has to decide. The server checks all of it again',
    ['PLAY', 'DEPOSIT', 'WITHDRAW'],
  ),
});
export type Visitor = Static<typeof Visitor>;
