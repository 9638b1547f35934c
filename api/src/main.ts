import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { makeDataDir, startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { type Config, isProduction, readConfig } from './config.ts';
import { outliveReaders } from './platform/observability/standard-output.ts';
import { keepTicksFast } from './platform/v8-warm-up.ts';

/** Where `npm start` begins. What goes wrong before the server is up is one line: for a person, or in production a log. */
const root = path.resolve(import.meta.dirname, '../..');
const say = (line: string) => process.stdout.write(`${line}\n`);

outliveReaders();
// The next start need not compile everything again.
enableCompileCache(path.join(root, 'node_modules/.cache/lisura'));
try {
  const config = readConfig(process.env, root);
  if (config.v8WarmUp) keepTicksFast();
  // Also where the database is elsewhere: the anchors of the audit chain are kept there.
  await makeDataDir(config.dataDir);
  const database = config.databaseUrl === null ? startEmbedded(config) : null;
  // Loading the server takes about as long as making a database. Once that is under way in a process of its own, which
  // its first words tell, the two go on side by side.
  await database?.begun;
  const { startServer } = await import('./server.ts');
  const server = await startServer({ config, database: database?.started ?? null, say });
  process.exitCode = await server.stopped;
} catch (error) {
  await tellFailure(`Lisura could not start: ${(error as Error).message}`);
  process.exitCode = 1;
}
// Something that is still open must not keep a stopped server alive.
process.exit();

async function tellFailure(sentence: string): Promise<void> {
  if (!isProduction(process.env)) {
    process.stderr.write(`${sentence}\n`);
    return;
  }
  const { createLogger } = await import('./platform/observability/logger.ts');
  createLogger({ level: 'fatal' }).fatal(sentence);
}

function startEmbedded({ dataDir, publicUrl }: Config) {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const onProgress = (sentence: string) => {
    say(sentence);
    resolve();
  };
  const started = startEmbeddedPostgres({ dataDir, ownerNote: publicUrl, onProgress });
  // A failure is told where the database is awaited.
  started.then(
    () => resolve(),
    () => resolve(),
  );
  return { begun, started };
}
