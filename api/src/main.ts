import path from 'node:path';
import { startServer } from './server.ts';

/** Where `npm start` begins. What goes wrong before the server is up is one line for a person. */
const root = path.resolve(import.meta.dirname, '../..');

try {
  const server = await startServer({
    environment: process.env,
    root,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.exitCode = await server.stopped;
} catch (error) {
  process.stderr.write(`Lisura could not start: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
// Something that is still open must not keep a stopped server alive.
process.exit();
