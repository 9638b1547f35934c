import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import { setLeaseEnd, takeLease } from '../../../platform/database/one-process.ts';
import type { Id } from '../../../platform/ids.ts';
import { amountsAsText } from '../../../platform/money.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { type PersonalRows, walkPersonalRows } from '../../../platform/personal-data/personal-rows.ts';
import { exportUnderWay } from './personal-data.records.ts';

export interface ExportDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** By module. */
  kept: readonly Readonly<Record<string, PersonalRows>>[];
}

/** A client that takes nothing is cut off earlier. */
const LEASE_MS = 60_000;
const PIECE_LENGTH = 64 * 1024;

/**
 * A user has one download at a time in all processes. It ends when the client aborts; after a crash the lease has to
 * run out.
 */
export async function beginExport(deps: ExportDeps, userId: Id<'user'>): Promise<Readable> {
  const { db, clock, logger } = deps;
  const lease = { name: `data-export:${userId}`, owner: randomUUID() };
  const endOf = (begin: Date) => new Date(begin.getTime() + LEASE_MS);
  const now = clock.now();
  if (!(await takeLease(db, { ...lease, until: endOf(now) }, now))) throw exportUnderWay();
  const keep = () => setLeaseEnd(db, { ...lease, until: endOf(clock.now()) });
  const giveBack = () => setLeaseEnd(db, { ...lease, until: clock.now() });
  const text = Readable.from(exportData(deps, userId, { keep, giveBack }), { highWaterMark: 1 });
  text.once('close', () => {
    giveBack().catch((err: unknown) => logger.warn({ err }, 'The lease of a download could not be given back'));
  });
  return text;
}

/** Each list is read in pages, so years of play need little memory, and other requests get a turn. */
async function* exportData(
  { db, clock, kept }: ExportDeps,
  userId: Id<'user'>,
  lease: { keep: () => Promise<unknown>; giveBack: () => Promise<unknown> },
): AsyncGenerator<string> {
  let piece = `{"exportedAt":${JSON.stringify(clock.now())},"userId":${JSON.stringify(userId)}`;
  for (const [name, rows] of kept.flatMap((each) => Object.entries(each))) {
    piece += `,\n${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const row of walkPersonalRows(db, rows, userId)) {
      piece += `${separator}\n${JSON.stringify(row, amountsAsText)}`;
      separator = ',';
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
      await Promise.all([turn(), lease.keep()]);
    }
    piece += ']';
  }
  // The client may begin another download after this piece.
  await lease.giveBack();
  yield `${piece}}\n`;
}
