import { runDemo } from './run-demo.ts';

/** `npm run demo`: fills a fresh database with weeks of plausible history. */
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
process.exitCode = await runDemo(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
  signal: stopping.signal,
});
