import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db, Tx } from '../../../../platform/database/db.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import { amountsAsText } from '../../../../platform/money.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { AuditEntry, Editor, NewEntry, RepeatKey } from './trail.records.ts';
import { addRepeats, countOrInsertEntry, insertEntries } from './trail.sql.ts';

/** One statement writes all entries, in the transaction of the action. */
export async function recordAudit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await insertEntries(tx, entries.map(newEntryOf));
}

function newEntryOf({
  action,
  userId,
  actorId,
  entity,
  metadata = {},
  reason = null,
  ip = null,
}: AuditEntry): NewEntry {
  return {
    action,
    userId,
    actorId,
    entityType: entity?.type ?? null,
    entityId: entity?.id ?? null,
    metadata: JSON.stringify(reason === null ? metadata : { ...metadata, reason }, amountsAsText),
    ip,
  };
}

export const editorOf = (request: FastifyRequest, reason: string | null = null): Editor => ({
  actorId: callerOf(request).userId,
  ip: request.ip,
  reason,
});

const FLUSH_EVERY_MS = 500;
const MAX_PER_STATEMENT = 1_000;
/** A forgotten key costs a statement and no count. */
const MAX_KEYS = 50_000;

interface Repeat extends RepeatKey {
  recorded: Promise<void>;
  times: number;
}

export interface RepeatRecorder {
  /** Resolves once the trail has this hour's entry. */
  record(subject: string, entry: AuditEntry): Promise<void>;
  flush(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * A stranger can repeat some events at will, so each subject and action has one entry an hour, and a count. Repeats are
 * written later: a flood writes next to nothing, and a crash loses half a second of a count.
 */
export function createRepeatRecorder(deps: { db: Db; clock: Clock; logger: Logger }): RepeatRecorder {
  const { db, clock, logger } = deps;
  const repeats = new Map<string, Repeat>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function writeCounts(): Promise<void> {
    const hourMs = hourOf(clock).getTime();
    const counted = [...repeats].filter(([, { times }]) => times > 0);
    for (let start = 0; start < counted.length; start += MAX_PER_STATEMENT) {
      const part = counted.slice(start, start + MAX_PER_STATEMENT).map(([, repeat]) => repeat);
      const taken = part.map((repeat) => ({ ...repeat }));
      for (const repeat of part) repeat.times = 0;
      try {
        await addRepeats(db, taken);
      } catch (error) {
        for (const [index, repeat] of part.entries()) repeat.times += taken[index]?.times ?? 0;
        throw error;
      }
    }
    for (const [key, { hour, times }] of repeats) if (times === 0 && hour.getTime() !== hourMs) repeats.delete(key);
  }

  const flush = () => {
    writing = writing.then(writeCounts, writeCounts);
    return writing;
  };

  return {
    record: (subject, entry) => {
      const hour = hourOf(clock);
      const key = `${hour.getTime()} ${entry.action} ${subject}`;
      const known = repeats.get(key);
      if (known !== undefined) {
        known.times += 1;
        return known.recorded;
      }
      const repeatKey = { subject, action: entry.action, hour };
      const recorded = countOrInsertEntry(db, repeatKey, newEntryOf(entry));
      // The next event tries again.
      recorded.catch(() => repeats.delete(key));
      if (repeats.size < MAX_KEYS) repeats.set(key, { ...repeatKey, recorded, times: 0 });
      return recorded;
    },
    flush,
    start: () => {
      timer = setInterval(() => {
        if (repeats.size > 0) flush().catch((err) => logger.warn({ err }, 'Repeated events could not be counted'));
      }, FLUSH_EVERY_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      if (repeats.size > 0) await flush();
    },
  };
}

const hourOf = (clock: Clock) => new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS);
