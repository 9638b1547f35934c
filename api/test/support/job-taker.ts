import { startJobs } from '../../src/platform/jobs/jobs.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';

/**
 * A process that takes jobs and ends none: it says which it has begun, a line each, until it is killed. Its arguments are the
 * database and the names of the tasks.
 */
const [address = '', ...names] = process.argv.slice(2);
const begin = (name: string) => () => {
  process.stdout.write(`${name}\n`);
  return new Promise<never>(() => undefined);
};
const tasks = Object.fromEntries(names.map((name) => [name, begin(name)]));
await startJobs(address, [{ tasks }], silentLogger, names.length);
