import { Type } from 'typebox';
import { defineAdminError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { id, integer, json, oneOf, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';

export const ALERT_LEVELS = ['INFO', 'WARNING', 'CRITICAL'] as const;
export const AlertLevelField = oneOf(ALERT_LEVELS, 'AlertLevel', 'How much it matters');

export const Alert = record('Alert', 'A matter for administrators', {
  id: id<'alert'>('Id to resolve it by'),
  level: AlertLevelField,
  title: string('Subject of the alert', 'Exchange rate held back'),
  message: string(
    'Cause and remedy, for people to read',
    'The source says 54.321 BRL for a dollar, 900 % from the 5.4321 in force.',
  ),
  createdAt: time('When it was raised first'),
  kind: string('For programs to compare', 'RATE_HELD_BACK'),
  details: json<Readonly<Record<string, unknown>>>('Depends on the kind; cents are strings', {
    usdToBrl: '54.321',
    inForce: '5.4321',
  }),
  count: integer('How often it was raised while open', 4),
  lastRaisedAt: time('When it was raised last', '2026-11-15T12:03:00.000Z'),
  resolvedAt: orNull(time('When'), 'When it was over; null while it is open', null),
  resolvedBy: orNull(id<'user'>('Who'), 'The administrator who ended it; null where the cause went away', null),
  acknowledgedAt: orNull(
    time('When', '2026-11-15T12:05:00.000Z'),
    'When an administrator acknowledged it; null before',
  ),
  acknowledgedBy: orNull(id<'user'>('Who'), 'The administrator who did'),
  acknowledgedReason: orNull(
    string('Why', 'The source is being mended'),
    'Why it may stay open, for other administrators',
  ),
});
export type Alert = Static<typeof Alert>;

export const AlertsQuery = pageQuery({
  isResolved: Type.Optional(
    Type.Boolean({ default: false, description: 'True: alerts that are over; false: open alerts' }),
  ),
});
export const AcknowledgeBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Why it may stay open, for other administrators and the audit trail',
      examples: ['The source is being mended'],
    }),
  },
  { title: 'AlertAcknowledgement', examples: [{ reason: 'The source is being mended' }] },
);
export const AlertParams = Type.Object({ id: idOf('Id of the alert') });
export const AlertList = Type.Object(
  {
    alerts: Type.Array(Alert, { description: 'The entries of the page' }),
    meta: listOf(Alert).properties.meta,
  },
  { title: 'AlertList', examples: [{ alerts: Alert.examples, meta: { page: 1, limit: 20, total: 1 } }] },
);

/** Raising the same kind and key again updates the open alert. */
export interface AlertCause {
  kind: string;
  key: string;
}

/** Its details never hold a secret. */
export type AlertContent = AlertCause & Pick<Alert, 'level' | 'title' | 'message' | 'details'>;

/** Administrators are told of an alert when one of these fields changes. */
export type OpenAlert = Pick<Alert, 'id' | 'kind' | 'level' | 'title' | 'count'> & { isAcknowledged: boolean };

export interface AlertEditing {
  alertId: Id<'alert'>;
  actorId: Id<'user'>;
  ip: string;
}

export const alertNotFound = defineAdminError('ALERT_NOT_FOUND', 404, 'Alert not found', 'No alert has this id.');
export const alertIsOver = defineAdminError(
  'ALERT_IS_OVER',
  409,
  'The alert is over',
  'Only an open alert can be acknowledged; the cause of this one is gone, or an administrator has resolved it.',
);
