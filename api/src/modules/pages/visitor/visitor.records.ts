import { type Static, Type } from 'typebox';
import type { Cents } from '../../../platform/money.ts';
import { centsOf, orNull, timeOf } from '../../../platform/schemas.ts';
import { Exclusion, LimitKindText, type LimitState, PeriodText, type Protection } from '../../assets/limits/index.ts';
import { exampleUser, type User, type UserRole, UserView, userView } from '../../people/users/index.ts';

const PERMISSIONS = ['PLAY', 'DEPOSIT', 'WITHDRAW', 'ADMINISTER'] as const;
type Permission = (typeof PERMISSIONS)[number];

export interface Visitor {
  user: User;
  balanceCents: Cents;
  debtCents: Cents;
  unreadNotifications: number;
  limitsReached: readonly LimitState[];
  bar: Protection['bar'];
  ageConfirmedAt: Date | null;
  permissions: readonly Permission[];
}

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
export const reachedOf = (limits: readonly LimitState[]): LimitState[] =>
  limits.filter(({ limitCents, usedCents }) => limitCents !== null && (usedCents ?? 0n) >= limitCents);

const ReachedLimitView = Type.Object(
  {
    kind: LimitKindText,
    period: PeriodText,
    limitCents: centsOf('The allowed amount'),
    endsAt: timeOf('When the next period begins, with nothing used'),
  },
  { title: 'ReachedLimit', description: 'A limit of yours of which nothing is left' },
);

export const VisitorView = Type.Object(
  {
    serverTime: timeOf('When this was answered'),
    user: orNull(UserView, 'The user who is logged in; null without a login, and then everything below is empty'),
    balanceCents: orNull(
      centsOf('Money that you can spend'),
      'Money that you can spend, in BRL cents; null without a login',
    ),
    debtCents: orNull(
      centsOf('Your debt'),
      'Your debt for deposits that were given back, mostly 0; null without a login',
    ),
    unreadNotifications: Type.Integer({ minimum: 0, description: 'Notifications that you have not read' }),
    limitsReached: Type.Array(ReachedLimitView, { description: 'Those of your limits that are used up' }),
    exclusion: orNull(Exclusion, 'The pause or exclusion that runs; null: none'),
    ageConfirmedAt: orNull(timeOf('When you did'), 'When you confirmed to be of age; null: not yet'),
    permissions: Type.Array(
      Type.Unsafe<Permission>({
        title: 'Permission',
        type: 'string',
        enum: PERMISSIONS,
        description: 'Something that a page may offer',
      }),
      {
        description:
          'Features that a page may offer: PLAY and DEPOSIT are absent while a pause or exclusion runs, DEPOSIT also ' +
          'without a payment provider, WITHDRAW while an administrator has to decide. The server checks all of it ' +
          'again',
      },
    ),
  },
  {
    title: 'Visitor',
    description: 'The visitor of a page',
    examples: [
      {
        serverTime: '2026-11-15T12:00:00.000Z',
        user: exampleUser,
        balanceCents: '123456',
        debtCents: '0',
        unreadNotifications: 2,
        limitsReached: [],
        exclusion: null,
        ageConfirmedAt: '2026-11-15T12:00:00.000Z',
        permissions: ['PLAY', 'DEPOSIT', 'WITHDRAW'],
      },
    ],
  },
);

const NOBODY: Omit<Static<typeof VisitorView>, 'serverTime'> = {
  user: null,
  balanceCents: null,
  debtCents: null,
  unreadNotifications: 0,
  limitsReached: [],
  exclusion: null,
  ageConfirmedAt: null,
  permissions: [],
};

export function visitorView(visitor: Visitor | null, now: Date): Static<typeof VisitorView> {
  const serverTime = now.toISOString();
  if (visitor === null) return { serverTime, ...NOBODY };
  return {
    serverTime,
    user: userView(visitor.user),
    balanceCents: visitor.balanceCents.toString(),
    debtCents: visitor.debtCents.toString(),
    unreadNotifications: visitor.unreadNotifications,
    limitsReached: visitor.limitsReached.map(({ kind, period, limitCents, endsAt }) => ({
      kind,
      period,
      limitCents: String(limitCents),
      endsAt: endsAt.toISOString(),
    })),
    exclusion: visitor.bar,
    ageConfirmedAt: visitor.ageConfirmedAt?.toISOString() ?? null,
    permissions: [...visitor.permissions],
  };
}
