import { caseCategoryPicturesSetting } from '../modules/games/cases/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';

/** Where addresses of pictures are kept. */
const PICTURES = [
  { table: sql`users`, column: sql`avatar_url` },
  { table: sql`items`, column: sql`image_url` },
  { table: sql`cases`, column: sql`image_url` },
  { table: sql`events`, column: sql`image_url` },
  { table: sql`raffles`, column: sql`image_url` },
];
/** One that the sandbox drew, under any port that it once had; the part in brackets is what stays. */
const DRAWN = '^http://localhost:[0-9]+(/(?:item-database/(?:images|crates|scenes)|identity/avatars)/.*)$';
/** The same within an entry of the setting, after the name of a category. */
const DRAWN_IN_ENTRY = ' http://localhost:[0-9]+(/item-database/scenes/[^ ]+)$';

/** The sandbox draws the pictures itself, so kept addresses follow it when it starts on another port. */
export async function followSandboxPictures(db: Db, sandboxUrl: string): Promise<void> {
  for (const { table, column } of PICTURES) {
    await db.query(sql`
      update ${table} set ${column} = ${sandboxUrl}::text || substring(${column} from ${DRAWN}::text)
      where ${column} ~ ${DRAWN}::text and not starts_with(${column}, ${`${sandboxUrl}/`}::text)`);
  }
  await db.query(sql`
    update settings
    set value = (
      select jsonb_agg(regexp_replace(entry, ${DRAWN_IN_ENTRY}::text, ${` ${sandboxUrl}\\1`}::text) order by place)
      from jsonb_array_elements_text(value) with ordinality as entries (entry, place))
    where key = ${caseCategoryPicturesSetting.key} and value <> '[]'`);
}
