import cluster, { type Worker } from 'node:cluster';
import path from 'node:path';
import { type EmbeddedPostgres, makeDataDir, startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { refreshBuild } from '@lisura/web/build';
import { type Config, isProduction, isStartedByNpm, readConfig } from '../app/config.ts';
import { tryPort } from '../app/ports.ts';
import { logOutput, outliveReaders } from '../platform/observability/standard-output.ts';
import { ArgumentError, connectionsFor, HELP, readArguments } from '../workers/arguments.ts';
import { type HangUps, listenForHangUps } from '../workers/signals.ts';

/** A failure before the server is up is one line of text, or of the log in production. */
const root = path.resolve(import.meta.dirname, '../../..');
const MAIN = path.resolve(import.meta.dirname, '../main.ts');
const say = (line: string) => process.stdout.write(`${line}\n`);

outliveReaders();
try {
  process.exitCode = await run();
} catch (error) {
  await notifyFailure(`Lisura could not start: ${(error as Error).message}`);
  process.exitCode = error instanceof ArgumentError ? 2 : 1;
}
// An open handle must not keep a stopped server alive.
process.exit();

/** Returns the exit code. */
async function run(): Promise<number> {
  const asked = readArguments(process.argv.slice(2));
  if (asked.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const config = readConfig(process.env, root);
  if (cluster.worker !== undefined) return serveUnderSupervisor(config, cluster.worker);
  if (asked.workers === null) return serveAlone(config);
  return serveByWorkers(config, asked.workers, listenForHangUps({ startedByNpm: isStartedByNpm(process.env) }));
}

async function serveAlone(config: Config): Promise<number> {
  const { database } = await prepareDatabase(config, 1);
  const { startServer } = await import('./server.ts');
  const server = await startServer({ config, database, supervision: null, say });
  return server.stopped;
}

async function serveByWorkers(config: Config, workers: number, hangUps: HangUps): Promise<number> {
  const { database } = await prepareDatabase(config, workers);
  const { supervise } = await import('../workers/supervise.ts');
  return supervise({ config, workers, program: MAIN, database, hangUps, say });
}

async function serveUnderSupervisor(config: Config, worker: Worker): Promise<number> {
  // A hang-up of the process group is for the supervisor.
  process.on('SIGHUP', () => undefined);
  const { joinSupervisor } = await import('../workers/join-supervisor.ts');
  const supervision = await joinSupervisor(worker);
  const { startServer } = await import('./server.ts');
  // Only one worker speaks to people.
  const sayFirst = supervision.ground.isFirst ? say : () => undefined;
  const server = await startServer({ config, database: null, supervision, say: sayFirst });
  return server.stopped;
}

async function prepareDatabase(
  config: Config,
  processes: number,
): Promise<{ database: Promise<EmbeddedPostgres> | null }> {
  await tryPort(config);
  // It holds the anchors of the audit chain, also where the database is elsewhere.
  await makeDataDir(config.dataDir);
  if (config.refreshesWebApp) await refreshBuild(say);
  if (config.databaseUrl !== null) return { database: null };
  const { begun, started } = startEmbedded(config, processes);
  // Loading the server takes about as long as creating a database, so both go on at once. The first message shows that
  // the database has a process of its own.
  await begun;
  return { database: started };
}

async function notifyFailure(sentence: string): Promise<void> {
  if (!isProduction(process.env)) {
    process.stderr.write(`${sentence}\n`);
    return;
  }
  const { createLogger } = await import('../platform/observability/logger.ts');
  createLogger({ level: 'fatal', destination: logOutput({ production: true }) }).fatal(sentence);
}

function startEmbedded({ dataDir, publicUrl, databasePoolSize }: Config, processes: number) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const onProgress = (sentence: string) => {
    say(sentence);
    resolve();
  };
  const settings = { max_connections: String(connectionsFor(processes, databasePoolSize)) };
  const started = startEmbeddedPostgres({ dataDir, settings, ownerNote: publicUrl, onProgress });
  // The failure is reported where the database is awaited.
  started.then(
    () => resolve(),
    () => resolve(),
  );
  return { begun, started };
}
