import type { Id } from '../../../platform/ids.ts';

export const ALERT_LEVELS = ['INFO', 'WARNING', 'CRITICAL'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** One cause: what is raised under the same two while it lasts is one alert. */
export interface AlertCause {
  kind: string;
  key: string;
}

/** What a person should look at. */
export interface AlertContent extends AlertCause {
  level: AlertLevel;
  title: string;
  /** What happened, and what can be done, for a person. */
  message: string;
  /** For programs; cents are strings. Never a secret. */
  details: Readonly<Record<string, unknown>>;
}

/** What tells two states of an open alert apart. */
export interface OpenAlert extends Pick<AlertContent, 'kind' | 'level' | 'title'> {
  id: Id<'alert'>;
  count: number;
  isAcknowledged: boolean;
}

export interface Alert extends AlertContent {
  id: Id<'alert'>;
  /** How often it was raised. */
  count: number;
  createdAt: Date;
  lastRaisedAt: Date;
  resolvedAt: Date | null;
  /** Null where the cause went away by itself. */
  resolvedBy: Id<'user'> | null;
  /** Null where nobody has said that they know of it. */
  acknowledgedAt: Date | null;
  acknowledgedBy: Id<'user'> | null;
  acknowledgedReason: string | null;
}
