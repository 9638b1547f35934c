import { outside } from './outside.ts';
import { run } from './run.ts';

const { exitCode, stdout, stderr } = await run(process.argv.slice(2), outside);
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
