import { after, before } from 'node:test';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../src/platform/database/db.ts';
import type { findViolations } from '../../src/verify/find-violations.ts';
import { type Call, createCall } from './calls.ts';
import { closeSound } from './close-sound.ts';

/** Makes a thing before the tests of a file and ends it after them. Its fields are there as soon as the first test begins. */
export function use<Thing extends object>(
  create: () => Promise<Thing>,
  end: (thing: Thing) => Promise<unknown> | undefined,
): Thing {
  const thing = {} as Thing;
  let isMade = false;
  before(async () => {
    Object.defineProperties(thing, Object.getOwnPropertyDescriptors(await create()));
    isMade = true;
  });
  after(() => (isMade ? end(thing) : undefined));
  return thing;
}

interface Served {
  http: FastifyInstance;
  db: Db;
  close(): Promise<void>;
}

/** One app for all tests of a file, with a caller for its routes. */
export const useApp = <App extends Served>(create: () => Promise<App>): App & { call: Call } =>
  use(
    async () => withCall(await create()),
    (app) => app.close(),
  );

/** As `useApp`. Every invariant must hold in its database when the tests are over. */
export const useSoundApp = <App extends Served>(
  create: () => Promise<App>,
  options?: Parameters<typeof findViolations>[1],
): App & { call: Call } =>
  use(
    async () => withCall(await create()),
    (app) => closeSound(app, options),
  );

const withCall = <App extends Served>(app: App) => Object.assign(app, { call: createCall(app.http) });
