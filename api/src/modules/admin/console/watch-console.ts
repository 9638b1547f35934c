import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import type { AdminPush } from '../../../platform/realtime/events.ts';
import { listOpenAlerts, type OpenAlert } from '../../people/alerts/index.ts';
import { alertsChanged, figuresChanged, queuesChanged } from './console.messages.ts';
import type { Queues } from './queues.records.ts';
import { findNewestTransfer } from './queues.sql.ts';
import { readQueues } from './read-queues.ts';

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
