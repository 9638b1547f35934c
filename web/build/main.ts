import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { prerenderPages } from './prerender.ts';
import { HASH_FILE, sourcesHash } from './sources.ts';

/** `npm run build`, which `npm ci` runs, makes the web app that the server hands out. */
const configFile = path.resolve(import.meta.dirname, '../vite.config.ts');
// The sources are hashed before the build, so that a change during it makes it outdated.
const hash = sourcesHash();
await build({ configFile, logLevel: 'warn' });
await prerenderPages(configFile);
writeFileSync(HASH_FILE, `${hash}\n`);
