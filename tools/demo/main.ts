import { runDemo } from './run-demo.ts';

/** `npm run demo` fills a fresh database with weeks of history. */
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());
process.exitCode = await runDemo(process.argv.slice(2), {
  environment: process.env,
  say: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
  signal: stopping.signal,
});
