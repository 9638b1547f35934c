import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { caseCategoryPicturesSetting } from '../modules/games/cases/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { deriveKey } from '../platform/secrets/secrets.ts';
import type { Config } from './config.ts';

/** The sandbox stands in for what is not configured, and never in production, where everything has an address. */
export async function startOutsideWorld(
  config: Config,
  secretsKey: Buffer,
  services: AsyncDisposableStack,
): Promise<Sandbox | null> {
  if (config.production || !outsideOf(config).includes(null)) return null;
  // Rounds that were played on hold after the next start, too.
  const beaconSeed = deriveKey(secretsKey, 'beacon of the sandbox');
  const sandbox = await startSandbox({ port: config.sandboxPort, beaconSeed, sellers: 'automatic' });
  services.defer(() => sandbox.close());
  return sandbox;
}

/** Not beside anything real: what they do is of no use there. */
export const hasDemoPlayers = (config: Config) => config.demoPlayers && isAllSandbox(config);

/** Whether the sandbox stands in for everything outside. */
export const isAllSandbox = (config: Config) => outsideOf(config).every((address) => address === null);

/** Each part of the outside world that has an address; null for those that the sandbox stands in for. */
const outsideOf = ({ identityUrl, itemDatabaseUrl, ratesUrl, market, beacon, pix }: Config) => [
  identityUrl,
  itemDatabaseUrl,
  ratesUrl,
  market,
  beacon,
  pix,
];

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
