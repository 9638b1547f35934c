import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { prerenderPages } from './prerender.ts';
import { HASH_FILE, sourcesHash } from './sources.ts';

/** `npm run build`, which `npm ci` runs too: makes the web app that the server hands out. */
const configFile = path.resolve(import.meta.dirname, '../vite.config.ts');
// Before the build: what is changed while it runs is not in it.
const hash = sourcesHash();
await build({ configFile, logLevel: 'warn' });
await prerenderPages(configFile);
writeFileSync(HASH_FILE, `${hash}\n`);
