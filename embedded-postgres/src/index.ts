import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries } from './binaries.ts';
import {
  closeClusterToOthers,
  clusterExists,
  createCluster,
  giveCluster,
  removeUnfinished,
  superuser,
  writeAccessRules,
} from './cluster.ts';
import { makeDataDir } from './data-dir.ts';
import { EmbeddedPostgresError, explain, tooLong } from './errors.ts';
import { lockFolder } from './folder-lock.ts';
import { clearOrphan } from './orphan.ts';
import { chooseServerUser, type RootStrategy } from './run-as.ts';
import { type RunningServer, type ServerExit, type ServerPlan, startServer, unhurriedStopMs } from './server.ts';
import { makeSocketFolder, socketPort } from './socket-folder.ts';

export { findBinaries } from './binaries.ts';
export { makeDataDir } from './data-dir.ts';
export { EmbeddedPostgresError } from './errors.ts';
export { readPostmasterPid } from './postmaster-pid.ts';
export { chooseServerUser } from './run-as.ts';

export interface EmbeddedPostgresOptions {
  /** The cluster goes to `<dataDir>/postgres`, its log to `<dataDir>/postgres.log`. */
  dataDir: string;
  /** Further settings of the server may be given, such as `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
  onProgress?: (sentence: string) => void;
  /** A second start on the same folder learns this, such as the address. */
  ownerNote?: string;
  /** It is chosen automatically how root runs the server, unless a test wants a certain way. */
  asRoot?: RootStrategy;
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket. */
  connection: { host: string; port: number; user: string; database: string };
  url: string;
  version: string;
  /** Resolves when the server has ended, be it by `stop` or by itself. */
  exited: Promise<ServerExit>;
  stop(withinMs?: number): Promise<void>;
}

const stillInUseTimeoutMs = 5_000;
const stillInUsePollMs = 100;
const connectTimeoutMs = 10_000;
/** PostgreSQL cuts paths after 1023 bytes. The longest ones inside a cluster take about 90 of them. */
const longestDataDir = 900;

/** Starts the PostgreSQL that came with npm on a cluster in `dataDir`, which is created on the first start. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, onProgress = () => undefined, ownerNote = '', asRoot } = options;
  const binaries = await findBinaries();
  const dataDir = await makeDataDir(options.dataDir);
  if (Buffer.byteLength(dataDir) > longestDataDir) throw new EmbeddedPostgresError(tooLong(dataDir));
  const undo = new AsyncDisposableStack();
  try {
    const lock = await lockFolder(dataDir, ownerNote);
    undo.defer(() => lock.release());

    const cluster = join(dataDir, 'postgres');
    const exists = await clusterExists(cluster, binaries.major);
    const user = await chooseServerUser(binaries, dataDir, asRoot);
    await removeUnfinished(dataDir);
    if (exists) {
      await clearOrphan(cluster, onProgress);
      await giveCluster(cluster, user);
      closeClusterToOthers(cluster);
    } else {
      await createCluster(binaries, user, dataDir, cluster, settings.fsync !== 'off', () =>
        onProgress('Creating the database cluster…'),
      );
    }

    await writeAccessRules(cluster, user);
    const socketFolder = await makeSocketFolder(dataDir, user);
    undo.defer(() => socketFolder.remove());
    const connection = { host: socketFolder.path, port: socketPort, user: superuser, database: 'postgres' };
    const plan = {
      binaries,
      user,
      cluster,
      socketFolder: connection.host,
      port: socketPort,
      settings,
      logPath: join(dataDir, 'postgres.log'),
      onProgress,
    };
    onProgress('Starting the database…');
    const server = await startWhenFree(plan);
    let stopWithinMs = unhurriedStopMs;
    undo.defer(() => server.stop(stopWithinMs));
    const version = await askVersion(connection);

    let stopped: Promise<void> | undefined;
    const stop = (withinMs = unhurriedStopMs) => {
      stopWithinMs = withinMs;
      stopped ??= undo.disposeAsync();
      return stopped;
    };
    return { connection, url: urlOf(connection), version, exited: server.exited, stop };
  } catch (error) {
    await undo.disposeAsync();
    throw explain(error, dataDir);
  }
}

async function startWhenFree(plan: ServerPlan): Promise<RunningServer> {
  const deadline = performance.now() + stillInUseTimeoutMs;
  for (;;) {
    const server = await startServer(plan);
    if (server !== undefined) return server;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(`Another PostgreSQL is still using ${plan.cluster}; stop it first.`);
    }
    await delay(stillInUsePollMs);
    await clearOrphan(plan.cluster, plan.onProgress);
  }
}

/** Asked through a connection, which proves that this process can use the socket. */
async function askVersion(connection: EmbeddedPostgres['connection']): Promise<string> {
  const client = new pg.Client({ ...connection, ssl: false, connectionTimeoutMillis: connectTimeoutMs });
  // Callers of the client get a rejection; without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } finally {
    await client.end();
  }
}

/** 'localhost' is only there because an address needs a host; the socket folder in `host` takes its place. */
function urlOf({ host, port, user, database }: EmbeddedPostgres['connection']): string {
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
