import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import { type PersonalRows, walkPersonalRows } from '../../../platform/personal-data/personal-rows.ts';

export interface ExportDeps {
  db: Db;
  clock: Clock;
  /** By module. */
  kept: readonly Readonly<Record<string, PersonalRows>>[];
}

/**
 * Everything that is kept about a user, as the text of one JSON object: a list of rows for each name. Piece by piece, so
 * that years of play need no more memory than a page of them.
 */
export async function* exportData({ db, clock, kept }: ExportDeps, userId: Id<'user'>): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(clock.now())},"userId":${JSON.stringify(userId)}`;
  for (const [name, rows] of kept.flatMap((each) => Object.entries(each))) {
    yield `,\n${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const row of walkPersonalRows(db, rows, userId)) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
    yield ']';
  }
  yield '}\n';
}
