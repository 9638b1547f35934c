import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { caseCategoryPicturesSetting } from '../modules/games/cases/index.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import { deriveKey } from '../platform/secrets/secrets.ts';
import type { Config } from './config.ts';

export async function startOutsideWorld(
  config: Config,
  secretsKey: Buffer,
  services: AsyncDisposableStack,
): Promise<Sandbox | null> {
  if (config.production || !outsideOf(config).includes(null)) return null;
  // The key stays, so that rounds still verify after a restart.
  const beaconSeed = deriveKey(secretsKey, 'beacon of the sandbox');
  const sandbox = await startSandbox({ port: config.sandboxPort, beaconSeed, sellers: 'automatic' });
  services.defer(() => sandbox.close());
  return sandbox;
}

export const hasDemoPlayers = (config: Config) => config.demoPlayers && isAllSandbox(config);

export const isAllSandbox = (config: Config) => outsideOf(config).every((address) => address === null);

const outsideOf = ({ identityUrl, itemDatabaseUrl, ratesUrl, market, beacon, pix }: Config) => [
  identityUrl,
  itemDatabaseUrl,
  ratesUrl,
  market,
  beacon,
  pix,
];

const PICTURES = [
  { table: sql`users`, column: sql`avatar_url` },
  { table: sql`items`, column: sql`image_url` },
  { table: sql`cases`, column: sql`image_url` },
  { table: sql`events`, column: sql`image_url` },
  { table: sql`raffles`, column: sql`image_url` },
];
/** The sandbox may have had another port; the part in brackets stays. */
const DRAWN = '^http://localhost:[0-9]+(/(?:item-database/(?:images|crates|scenes)|identity/avatars)/.*)$';
/** The name of a category precedes the address. */
const DRAWN_IN_ENTRY = ' http://localhost:[0-9]+(/item-database/scenes/[^ ]+)$';

/** Stored addresses follow the sandbox to another port. */
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
