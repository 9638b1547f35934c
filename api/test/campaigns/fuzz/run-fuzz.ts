import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp } from '../../../src/app/app.ts';
import { createExchangeRateSource, createItemDatabase } from '../../../src/modules/assets/items/index.ts';
import { createIdentityProvider } from '../../../src/modules/people/auth/index.ts';
import { createMarketplace } from '../../../src/modules/trade/marketplace/index.ts';
import { createPix } from '../../../src/modules/trade/payments/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { createSoundDatabase } from '../../invariants/sound-database.ts';
import { TEST_KEYS } from '../../support/committed-seeds.ts';
import { type NamedOperation, type OpenApi, operationsOf, readOpenApi } from '../../support/openapi.ts';
import { createAdmin, createPlayer, type Person } from '../../support/people.ts';
import { type Chance, createChance } from '../chance.ts';
import { createAnswerCheck } from './answers.ts';
import { type FuzzRequest, type Manner, requestFor } from './requests.ts';

export interface FuzzReport {
  requests: number;
  routes: number;
  answers: Record<string, number>;
  faults: string[];
  violations: number;
  /** Memory of the process in MiB after a garbage collection, after a fifth of the requests and at the end. */
  heapMiB: [number, number];
}

interface Fuzz {
  requests: number;
  seed: string;
  onProgress?: (done: number) => void;
}

const MANNERS: readonly Manner[] = ['right', 'right', 'nearly right', 'nearly right', 'nearly right', 'hostile'];
const MOST_FAULTS = 20;
const BALANCE_CENTS = 1_000_000;
/** A player is somebody else after so many requests: most have closed their account, or excluded themselves, by then. */
const PLAYER_REQUESTS = 300;

/** Every route of the description is asked in turn by nobody, a player and an administrator, on a full database. */
export async function runFuzz({ requests, seed, onProgress }: Fuzz): Promise<FuzzReport> {
  const services = new AsyncDisposableStack();
  try {
    const { app, db, document } = await startGround(services);
    const fuzz = { chance: createChance(seed), operations: operationsOf(document) };
    const check = createAnswerCheck(document);
    const callers = createCallers(db);
    const report: FuzzReport = {
      requests,
      routes: fuzz.operations.length,
      answers: {},
      faults: [],
      violations: 0,
      heapMiB: [0, 0],
    };
    for (let done = 0; done < requests && report.faults.length < MOST_FAULTS; done += 1) {
      const operation = fuzz.operations[done % fuzz.operations.length] as NamedOperation;
      const request = requestFor(document, operation, fuzz.chance.pick(MANNERS), fuzz.chance);
      const caller = await callers.pick(fuzz.chance, operation, done);
      const answer = await app.http.inject({ ...request, headers: { ...caller?.headers, ...request.headers } });
      const digit = `${Math.floor(answer.statusCode / 100)}xx`;
      report.answers[digit] = (report.answers[digit] ?? 0) + 1;
      const fault = check(operation, answer);
      if (fault !== null) report.faults.push(told(request, fault, answer));
      if (answer.statusCode === 401) callers.renew(caller);
      if (done === Math.floor(requests / 5)) report.heapMiB[0] = heapMiB();
      onProgress?.(done + 1);
    }
    report.heapMiB[1] = heapMiB();
    report.violations = (await findViolations(db, { keys: TEST_KEYS })).length;
    return report;
  } finally {
    await services.disposeAsync();
  }
}

const told = (
  { method, url, payload }: FuzzRequest,
  fault: string,
  { statusCode, body }: { statusCode: number; body: string },
) => `${method} ${url.slice(0, 200)} ${payload?.slice(0, 300) ?? ''} ${fault} (${statusCode} ${body.slice(0, 300)})`;

async function startGround(services: AsyncDisposableStack): Promise<{ app: App; db: Db; document: OpenApi }> {
  const sound = await createSoundDatabase();
  services.defer(() => sound.close());
  const sandbox = await startSandbox({ port: 0 });
  services.defer(() => sandbox.close());
  const app = await buildApp({ ...sound.deps, ...outsideOf(sandbox) });
  services.defer(() => app.close());
  await app.settings.start();
  return { app, db: sound.db, document: await readOpenApi(app.http) };
}

const outsideOf = (sandbox: Sandbox) => ({
  identityProvider: createIdentityProvider({
    identityUrl: sandbox.identityUrl,
    profiles: { url: sandbox.profileUrl, key: 'sandbox' },
    logger,
  }),
  marketplace: createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger }),
  itemDatabase: createItemDatabase({ url: sandbox.itemDatabaseUrl, logger }),
  rateSource: createExchangeRateSource({ url: sandbox.ratesUrl, logger }),
  pix: createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock: systemClock, logger }),
});

interface Callers {
  pick(chance: Chance, operation: NamedOperation, done: number): Promise<Person | null>;
  renew(caller: Person | null): void;
}

function createCallers(db: Db): Callers {
  let player: Person | null = null;
  let admin: Person | null = null;
  let since = 0;
  return {
    pick: async (chance, { operation }, done) => {
      const isForAdmins = operation.tags.some((tag) => tag.startsWith('admin'));
      if (chance.happens(0.08)) return null;
      if (chance.happens(isForAdmins ? 0.9 : 0.15)) {
        admin ??= await createAdmin(db);
        return admin;
      }
      if (player === null || done - since > PLAYER_REQUESTS) {
        player = await createPlayer(db, BALANCE_CENTS);
        since = done;
      }
      return player;
    },
    renew: (caller) => {
      if (caller !== null && caller === admin) admin = null;
      if (caller !== null && caller === player) player = null;
    },
  };
}

let collect: (() => void) | null = null;

function heapMiB(): number {
  if (collect === null) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}
