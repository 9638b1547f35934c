import type { App } from './app.ts';
import type { Db } from './platform/db.ts';
import { sql } from './platform/sql.ts';

/** Fills an empty database on the first start of an unconfigured server, through what an administrator would use. */
export async function fillEmptyDatabase(db: Db, app: App, say: (line: string) => void): Promise<void> {
  const [catalogue] = await db.query<{ isEmpty: boolean }>(sql`select not exists (select from items) as "isEmpty"`);
  if (catalogue?.isEmpty !== true) return;
  say('Filling the catalogue with items…');
  const { status, message } = await app.items.syncNow();
  if (status !== 'DONE') say(`The catalogue could not be filled: ${message ?? status}`);
}
