import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { presentBuild } from '../build/index.ts';

/**
 * What `npm start` runs, and each worker: the program in few files where the build is of the present sources, else these
 * sources themselves.
 */
// The next start need not compile everything again.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/lisura'));
const build = presentBuild();
await (build === null ? import('./process/launch.ts') : import(build));
