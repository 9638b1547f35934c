import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { idOf, timeOf } from '../../../platform/schemas.ts';
import { ALERT_LEVELS, type Alert, type AlertLevel } from './alerts.types.ts';

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

export const AlertLevelField = Type.Unsafe<AlertLevel>({
  title: 'AlertLevel',
  type: 'string',
  enum: [...ALERT_LEVELS],
  description: 'How much it matters',
});

const exampleAlert = {
  id: '1',
  level: 'CRITICAL',
  title: 'Exchange rate held back',
  message: 'The source says 54.321 BRL for a dollar, 900 % from the 5.4321 in force.',
  createdAt: '2026-11-15T12:00:00.000Z',
  kind: 'RATE_HELD_BACK',
  details: { usdToBrl: '54.321', inForce: '5.4321' },
  count: 4,
  lastRaisedAt: '2026-11-15T12:03:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  acknowledgedAt: '2026-11-15T12:05:00.000Z',
  acknowledgedBy: '1',
  acknowledgedReason: 'The source is being mended',
};

export const AlertView = Type.Object(
  {
    id: idOf('Id to resolve it by'),
    level: AlertLevelField,
    title: Type.String({ description: 'Subject of the alert' }),
    message: Type.String({ description: 'Cause and remedy, for people to read' }),
    createdAt: timeOf('When it was raised first'),
    kind: Type.String({ description: 'For programs to compare' }),
    details: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Depends on the kind',
    }),
    count: Type.Integer({ description: 'How often it was raised while open' }),
    lastRaisedAt: timeOf('When it was raised last'),
    resolvedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it was over; null while it is open',
    }),
    resolvedBy: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The administrator who ended it; null where the cause went away',
    }),
    acknowledgedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When an administrator acknowledged it; null before',
    }),
    acknowledgedBy: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The administrator who did' }),
    acknowledgedReason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Why it may stay open, for other administrators',
    }),
  },
  { title: 'Alert', description: 'A matter for administrators', examples: [exampleAlert] },
);

export const AlertList = Type.Object(
  {
    alerts: Type.Array(AlertView, { description: 'The entries of the page' }),
    meta: listOf(AlertView).properties.meta,
  },
  { title: 'AlertList', examples: [{ alerts: [exampleAlert], meta: { page: 1, limit: 20, total: 1 } }] },
);

export function alertView(alert: Alert): Static<typeof AlertView> {
  const { id, level, title, message, kind, details, count, resolvedBy } = alert;
  return {
    id,
    level,
    title,
    message,
    createdAt: alert.createdAt.toISOString(),
    kind,
    details: { ...details },
    count,
    lastRaisedAt: alert.lastRaisedAt.toISOString(),
    resolvedAt: alert.resolvedAt?.toISOString() ?? null,
    resolvedBy,
    acknowledgedAt: alert.acknowledgedAt?.toISOString() ?? null,
    acknowledgedBy: alert.acknowledgedBy,
    acknowledgedReason: alert.acknowledgedReason,
  };
}
