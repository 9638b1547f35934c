import path from 'node:path';
import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Sandbox } from '@lisura/sandbox';
import type { Config } from '../app/config.ts';
import { VERSION } from '../app/version.ts';
import type { Db } from '../platform/database/db.ts';
import { sql } from '../platform/database/sql.ts';
import type { HotStore } from '../platform/hot-store/hot-store.ts';
import type { Logger } from '../platform/observability/logger.ts';

interface Started {
  config: Config;
  port: number;
  /** Null: the main port serves health and metrics. */
  healthPort: number | null;
  embedded: Pick<EmbeddedPostgres, 'version'> | null;
  hotStore: HotStore;
  sandbox: Sandbox | null;
  hasPlayers: boolean;
  elapsedMs: number;
}

export function startMessage(started: Started): string {
  const { config, port, healthPort, embedded, hotStore, sandbox, hasPlayers, elapsedMs } = started;
  // With PORT=0 the address is known only now.
  const address = config.port === 0 ? `http://localhost:${port}` : config.publicUrl;
  const folder = path.relative(process.cwd(), config.dataDir) || config.dataDir;
  const lines = [
    '',
    `Lisura ${VERSION} is ready after ${(elapsedMs / 1000).toFixed(1)} s`,
    '',
    `  Web app    ${address}`,
    `  Reference  ${address}/api/docs`,
    `  API        ${address}/api`,
    `  OpenAPI    ${address}/api/docs-json`,
    `  Log in     ${address}/api/auth/steam/login`,
    `  Health     ${address}/api/health`,
    `  Metrics    ${healthPort === null ? address : `http://localhost:${healthPort}`}/metrics`,
    ...(sandbox === null ? [] : [`  Sandbox    ${sandbox.url}  (stand-ins for the outside world)`]),
    ...(hasPlayers ? ['  Players    robots play by themselves; with DEMO_PLAYERS=off they do not'] : []),
    '',
    `  Database   ${embedded === null ? 'from DATABASE_URL' : `embedded PostgreSQL ${embedded.version} in ${folder}`}`,
    `  Hot store  ${hotStore.kind === 'redis' ? 'Redis' : "the process's memory"}`,
    '',
    'Ctrl-C stops it.',
    '',
  ];
  return lines.join('\n');
}

/** Warns of missing settings that the start does not need and the operator probably does. */
export async function warnOfGaps(config: Config, db: Db, logger: Logger): Promise<void> {
  if (config.adminPlatformIds.length === 0) logger.warn('ADMIN_PLATFORM_IDS is not set: there is no administrator');
  if (config.ratesUrl === null) {
    logger.warn('RATES_URL is not set: the exchange rate stays the last one known, or 5 where none was');
  }
  if (config.market === null) {
    logger.warn('MARKET_API_URL is not set: nothing is bought, so no item can be withdrawn');
  } else if (config.market.houseAccount === null) {
    logger.warn('MARKET_TRADE_URL is not set: nothing can be sent to the house, so there are no site swaps');
  }
  if (config.pix === null) logger.warn('PIX_URL is not set: nobody can deposit');
  const [catalogue] = await db.query<{ isEmpty: boolean }>(sql`select not exists (select from items) as is_empty`);
  if (catalogue?.isEmpty !== true) return;
  const source = config.itemDatabaseUrl === null ? 'set ITEM_DATABASE_URL and sync' : 'sync';
  logger.warn(`The catalogue has no items: ${source} them as an administrator, or create some`);
}
