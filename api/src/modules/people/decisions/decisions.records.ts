import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Day } from '../../../platform/days.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { defineAdminError, defineError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { defineSetting, type Settings } from '../../../platform/settings/settings.ts';

export interface DecisionDeps {
  db: Db;
  clock: Clock;
  settings: Pick<Settings, 'read'>;
}

export interface Decider {
  actorId: Id<'user'>;
  /** Without a session no second factor is fresh. */
  sessionId?: string;
  ip: string | null;
  /** The second administrator reads it. */
  reason: string | null;
}

/** A second administrator has to repeat the same `content`. */
export interface Action {
  entity: { type: string; id: string };
  action: string;
  content: string;
}

export interface Decision extends Action {
  /** It is null where the record belongs to no user. */
  ownerId: Id<'user'> | null;
  /** It is the most that this can cost the house. */
  amountCents: Cents | null;
  /** An earlier decision counted the same value, so the amount is compared by itself. */
  isCountedBefore?: boolean;
  /** Its unknown greatest cost takes two administrators. */
  isBoundless?: boolean;
}

/** Everybody may win in it, at most this sum. */
export interface Publication extends Action {
  costCents: Cents;
}

/** A setting that is raised later would weaken every open proposal. */
export const PROPOSAL_MS = DAY_MS;

export interface WaitingProposal {
  entityId: string;
  action: string;
  content: string;
  proposedBy: Id<'user'>;
  proposerName: string;
  reason: string | null;
  proposedAt: Date;
}

export interface OpenProposal extends WaitingProposal {
  expiresAt: Date;
}

export interface ExpiredProposal {
  entityType: string;
  entityId: string;
  action: string;
  ownerId: Id<'user'> | null;
  proposedBy: Id<'user'>;
}

/** Null stands for everybody. */
export interface GivingPair {
  administratorId: Id<'user'>;
  beneficiaryId: Id<'user'> | null;
}

export interface Giveaway extends GivingPair, Omit<Action, 'content'> {
  day: Day;
  secondAdministratorId: Id<'user'> | null;
  cents: Cents;
  now: Date;
}

/** The user gained from an administrator with whom they share an address or a device. */
export interface NearGain {
  userId: Id<'user'>;
  administratorId: Id<'user'>;
  gains: number;
}

export const decisionFactorMinutesSetting = defineSetting({
  key: 'decisionFactorMinutes',
  description:
    'Minutes for which a verified second factor (`POST /payment/2fa/verify`) lets an administrator decide on ' +
    'money in the same session; 0 asks for none.',
  schema: Type.Integer({ minimum: 0, maximum: 1_440 }),
  default: 15,
  sandboxDefault: 0,
  weakenedBy: 'RAISED_OR_ZERO',
});

export const twoPersonCentsSetting = defineSetting({
  key: 'twoPersonCents',
  description:
    'What one administrator may give away on a São Paulo day, and what one player may be given by single ' +
    'administrators. Beyond it two must decide; 0 means that one is always enough.',
  schema: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  default: 100_000,
  sandboxDefault: 0,
  weakenedBy: 'RAISED_OR_ZERO',
});

export const ownRecord = defineAdminError(
  'OWN_RECORD',
  403,
  'You cannot decide on a record of your own',
  'You cannot do this to your own account or record: ask another administrator.',
);
export const freshFactorNeeded = defineAdminError(
  'SECOND_FACTOR_NOT_FRESH',
  403,
  (minutes: number) => `Give your second factor first: POST /payment/2fa/verify, at most ${minutes} minutes before`,
  'A decision on money needs a second factor that was given on this session within `decisionFactorMinutes`.',
);
export const factorTooNew = defineAdminError(
  'SECOND_FACTOR_TOO_NEW',
  403,
  (until: Date) => `Your second factor is new: it counts for decisions from ${until.toISOString()} on`,
  'Decisions wait for `withdrawalWaitHours` after a second factor was enabled, as withdrawals do, since a thief ' +
    'could have enabled it.',
);
export const secondAdministratorNeeded = defineAdminError(
  'SECOND_ADMINISTRATOR_NEEDED',
  409,
  'Recorded as your proposal: another administrator has to send the same request within 24 hours',
  'With the amounts of today the sum is above `twoPersonCents`, a setting would widen a limit or weaken a guard, or ' +
    'the user is an administrator. The request is kept; the same request by another administrator carries it out.',
);
export const ownPublication = defineError(
  'OWN_PUBLICATION',
  403,
  'Você publicou isto como administrador, e por isso não pode participar.',
  'Nobody gains from what they have published: another account of the same person does not either.',
);
