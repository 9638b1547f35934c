import path from 'node:path';
import type { EmbeddedPostgres } from '@lisura/embedded-postgres';
import type { Sandbox } from '@lisura/sandbox';
import type { HotStore } from '../platform/hot-store/hot-store.ts';
import type { Config } from './config.ts';
import { VERSION } from './version.ts';

interface Started {
  config: Config;
  port: number;
  /** Null: health and metrics are on the port of everything. */
  healthPort: number | null;
  embedded: Pick<EmbeddedPostgres, 'version'> | null;
  hotStore: HotStore;
  sandbox: Sandbox | null;
  hasPlayers: boolean;
  elapsedMs: number;
}

/** What a person reads when the server is up: where to go, and what it stands on. */
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
