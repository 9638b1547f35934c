import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { presentBuild } from '../build/index.ts';

/** `npm start` and each worker run this: the build if it is current, else the sources. */
// The cache saves compiling everything at the next start.
enableCompileCache(path.resolve(import.meta.dirname, '../../node_modules/.cache/lisura'));
const build = presentBuild();
await (build === null ? import('./process/launch.ts') : import(build));
