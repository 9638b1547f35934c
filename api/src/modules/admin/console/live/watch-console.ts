import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { AdminPush } from '../../../../platform/realtime/events.ts';
import { listOpenAlerts, type OpenAlert } from '../../../people/alerts/index.ts';
import { queuesView } from '../queues/queues.schemas.ts';
import { readQueues } from '../queues/read-queues.ts';
import { alertChanges } from './changed-alerts.rules.ts';
import { alertsChanged, figuresChanged, queuesChanged } from './console.events.ts';
import { findNewestTransfer } from './console.sql.ts';

const LOOK_MS = 1_000;

export interface WatchDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  push: AdminPush;
}

interface Seen {
  queues: ReturnType<typeof queuesView>;
  alerts: readonly OpenAlert[];
  newestTransfer: string | null;
}

export interface ConsoleWatch {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Looks once a second for what has changed, while an administrator's socket is on this process, and sends that. Looking
 * costs three statements, whatever happens; to send from every place that writes would put one into each of its
 * transactions, and would miss the place that is written next.
 */
export function createConsoleWatch(deps: WatchDeps): ConsoleWatch {
  const { push, logger } = deps;
  let seen: Seen | null = null;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function look(): Promise<void> {
    // Who comes first reads everything over HTTP.
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
  return { queues: queuesView(queues), alerts, newestTransfer };
}

/** The first look sends what it finds: something may have changed since its listener read it. */
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
    push.toAdministrators(figuresChanged, { at: clock.now().toISOString() });
  }
}
