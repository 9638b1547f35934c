import type { Db } from '../../../../platform/database/db.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';

export interface FoundPerson {
  id: Id<'user'>;
  username: string;
  avatarUrl: string | null;
}

/** The last of all characters: with it behind a beginning, everything that begins so is before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Who may come in and is called so at the beginning, but for who asks. A range of names, which the index has together. */
export function listPeopleByName(
  db: Db,
  beginning: string,
  exceptId: Id<'user'>,
  limit: number,
): Promise<FoundPerson[]> {
  return db.query<FoundPerson>(sql`
    select id, username, avatar_url from users
    where status = 'ACTIVE' and lower(username) collate "C" >= lower(${beginning}::text)
      and lower(username) collate "C" < lower(${beginning}::text) || ${LAST_CHARACTER} and id <> ${exceptId}
    order by lower(username) collate "C", id limit ${limit}`);
}
