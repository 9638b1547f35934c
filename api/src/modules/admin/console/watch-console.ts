import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { type AdminPush, defineEvent } from '../../../platform/realtime/events.ts';
import { id, integer, listOf, record, string, time } from '../../../platform/record.ts';
import { AlertLevelField, listOpenAlerts, type OpenAlert } from '../../people/alerts/index.ts';
import { PROPOSAL_MS } from '../../people/decisions/index.ts';
import { STUCK_MS } from '../../trade/orders/index.ts';
import { Queues, queuesOf } from './console.records.ts';
import { countQueues, findNewestTransfer } from './console.sql.ts';

export async function readQueues({ db, clock }: { db: Db; clock: Clock }): Promise<Queues> {
  const now = clock.now().getTime();
  const times = { stuckBefore: new Date(now - STUCK_MS), proposedSince: new Date(now - PROPOSAL_MS) };
  return queuesOf(await countQueues(db, times));
}

export const queuesChanged = defineEvent({
  name: 'admin:queues',
  audience: 'administrators',
  description: 'What waits for administrators has changed, and is now as `GET /api/admin/queues` gives it.',
  payload: Queues,
});

const ChangedAlert = record('ChangedAlert', 'An open alert that is new, or is not as it was', {
  id: id<'alert'>('Id of the alert'),
  level: { ...AlertLevelField, examples: ['CRITICAL'] },
  kind: string('For programs', 'ORDER_STUCK'),
  title: string('What it is about', 'An order is not settled'),
});

export const alertsChanged = defineEvent({
  name: 'admin:alerts',
  audience: 'administrators',
  description:
    'Alerts were raised, raised again, acknowledged or resolved: `GET /api/admin/dashboard/alerts` lists what is open.',
  payload: Type.Object(
    {
      open: integer('Alerts that are open now', 3),
      changed: listOf(ChangedAlert, 'Those that were raised or acknowledged, the newest first'),
      resolved: listOf(id<'alert'>('Id of the alert'), 'Those that are over'),
    },
    { title: 'AlertsChanged', examples: [{ open: 3, changed: ChangedAlert.examples, resolved: ['7'] }] },
  ),
});

export const figuresChanged = defineEvent({
  name: 'admin:figures',
  audience: 'administrators',
  description:
    'Something was booked since the last one of these, at most once a second: figures of today have changed.',
  payload: record('FiguresChanged', 'Figures that have changed', { at: time('When it was noticed') }),
});

interface AlertChanges {
  open: number;
  changed: readonly OpenAlert[];
  resolved: readonly OpenAlert['id'][];
}

/** Null without changes. */
export function alertChanges(before: readonly OpenAlert[], now: readonly OpenAlert[]): AlertChanges | null {
  const stateOf = ({ level, count, isAcknowledged }: OpenAlert) => `${level} ${count} ${isAcknowledged}`;
  const known = new Map(before.map((alert) => [alert.id, stateOf(alert)]));
  const changed = now.filter((alert) => known.get(alert.id) !== stateOf(alert));
  const stillOpen = new Set(now.map(({ id }) => id));
  const resolved = before.flatMap(({ id }) => (stillOpen.has(id) ? [] : [id]));
  return changed.length === 0 && resolved.length === 0 ? null : { open: now.length, changed, resolved };
}

const LOOK_MS = 1_000;

export interface WatchDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  push: AdminPush;
}

interface Seen {
  queues: Queues;
  alerts: readonly OpenAlert[];
  newestTransfer: string | null;
}

interface ConsoleWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Three statements look for changes once a second while an administrator's socket is on this process. Sending from
 * every place that writes would add one to each of its transactions, and new places would miss it.
 */
export function createConsoleWatch(deps: WatchDeps): ConsoleWatch {
  const { push, logger } = deps;
  let seen: Seen | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function look(): Promise<void> {
    // The next administrator reads everything over HTTP first.
    if (!push.hasAdministrators) {
      seen = null;
      return;
    }
    const now = await readAll(deps);
    sendChanges(deps, seen, now);
    seen = now;
  }

  function schedule(): void {
    timer = setTimeout(() => {
      looking = look()
        .catch((err: unknown) => logger.warn({ err }, 'What administrators watch could not be read'))
        .then(() => {
          if (!isStopped) schedule();
        });
    }, LOOK_MS);
    timer.unref();
  }

  return {
    start: schedule,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

async function readAll(deps: WatchDeps): Promise<Seen> {
  const [queues, alerts, newestTransfer] = await Promise.all([
    readQueues(deps),
    listOpenAlerts(deps.db),
    findNewestTransfer(deps.db),
  ]);
  return { queues, alerts, newestTransfer };
}

/** The first look sends everything, because it may have changed since its listener read it. */
function sendChanges({ push, clock }: WatchDeps, before: Seen | null, now: Seen): void {
  if (!isDeepStrictEqual(before?.queues, now.queues)) push.toAdministrators(queuesChanged, now.queues);
  const changes = alertChanges(before?.alerts ?? [], now.alerts);
  if (changes !== null) {
    const { open, changed, resolved } = changes;
    push.toAdministrators(alertsChanged, {
      open,
      changed: changed.map(({ id, level, kind, title }) => ({ id, level, kind, title })),
      resolved: [...resolved],
    });
  }
  if (before?.newestTransfer !== now.newestTransfer) {
    push.toAdministrators(figuresChanged, { at: clock.now() });
  }
}
