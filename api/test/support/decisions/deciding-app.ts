import assert from 'node:assert/strict';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type App, buildApp } from '../../../src/app/app.ts';
import { createExchangeRateSource, createItemDatabase } from '../../../src/modules/assets/items/index.ts';
import type { Beacon } from '../../../src/modules/games/beacon/index.ts';
import { insertNamed, NAME, PRICE_COINS } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { createMarketplace } from '../../../src/modules/trade/marketplace/index.ts';
import { createPix } from '../../../src/modules/trade/payments/index.ts';
import { type FixedClock, fixedClock } from '../../../src/platform/clock.ts';
import { transaction } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger as logger } from '../../../src/platform/observability/logger.ts';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { type Call, createCall } from '../calls.ts';
import { TEST_KEYS } from '../committed-seeds.ts';
import { createPerson, type Person } from '../people.ts';
import { setMarket } from '../purchases.ts';
import { createRecordingApp, type RecordingApp } from '../recording-app.ts';
import { type EnabledSecondFactor, enableSecondFactor } from '../second-factors.ts';

const PLATFORM_IDS = ['76561198000000001', '76561198000000002', '76561198000000003'];
const CODE_MS = 30_000;

/** The server has three administrators, records for all their decisions, and the settings of production. */
export interface DecidingApp {
  app: RecordingApp;
  sandbox: Sandbox;
  clock: FixedClock;
  call: Call;
  callManually: Call;
  ana: Person;
  bia: Person;
  carla: Person;
  /** A session of Bia's on which she has never given her second factor. */
  biasOtherSession: Person;
  itemId: Id<'item'>;
  player(): Promise<Person>;
  nextCode(who: Person): string;
  /** They give their second factor on their sessions. */
  verify(...who: Person[]): Promise<void>;
  /** Sets the settings of a new day, on which nobody has given anything yet. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** Lets a decision pass without any proof; afterwards all proofs are needed again. */
  atEase<Result>(work: () => Promise<Result>): Promise<Result>;
  /** All invariants must hold before everything is closed. */
  end(): Promise<void>;
}

const PRODUCTION = { decisionFactorMinutes: 15, twoPersonCents: 100_000 };

interface DecidingOutside {
  sourcesUrl?: string | null;
  beacon?: Beacon | null;
}

export async function createDecidingApp({
  sourcesUrl: url = null,
  beacon = null,
}: DecidingOutside = {}): Promise<DecidingApp> {
  const clock = fixedClock(new Date());
  const sandbox = await startSandbox({ port: 0, now: () => clock.now() });
  const app = await createRecordingApp({
    clock,
    isSandbox: false,
    // Nobody waits, and a person looks at every item: the tests are about who that is.
    otherDefaults: { liveNotifications: false, withdrawalWaitHours: 0, autoApprovalDailyLimitCents: 0 },
    environment: { ADMIN_PLATFORM_IDS: PLATFORM_IDS.join() },
    itemDatabase: createItemDatabase({ url, logger, clock }),
    rateSource: createExchangeRateSource({ url, logger }),
    beacon,
    marketplace: createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger }),
    pix: createPix({ url: sandbox.pixUrl, ...sandbox.pixAccount, clock, logger }),
    webhookSecrets: { pix: sandbox.pixAccount.webhookSecret, mercadoPago: null },
  });
  const byHand = await buildApp({ ...app.deps, pix: null });
  await setMarket(sandbox, { pricesPerMinute: 0, wallet: 1_000_000_000 });
  await setMarket(sandbox, { stock: { name: NAME, prices: Array(100).fill(PRICE_COINS) } });
  return { ...(await withPeople({ app, clock, call: createCall(app.http) })), ...withEnd(app, byHand, sandbox) };
}

type Ground = Pick<DecidingApp, 'app' | 'clock' | 'call'>;

async function withPeople({ app, clock, call }: Ground) {
  const { db } = app;
  const factors = new Map<string, EnabledSecondFactor>();
  const enable = async (who: Person) => {
    factors.set(who.userId, await enableSecondFactor(call, who, clock));
    return who;
  };
  const admins: Person[] = [];
  for (const platformId of PLATFORM_IDS) admins.push(await enable(await createPerson(db, { platformId })));
  const [ana, bia, carla] = admins as [Person, Person, Person];
  const nextCode = (who: Person) => {
    clock.advance(CODE_MS);
    return factors.get(who.userId)?.code() ?? assert.fail('no second factor');
  };
  const verify = async (...people: Person[]) => {
    for (const who of people) {
      const { status, text } = await call(who, 'POST', '/payment/2fa/verify', { code: nextCode(who) });
      assert.equal(status, 200, text);
    }
  };
  const set: DecidingApp['set'] = async (values) => {
    await transaction(db, async (tx) => {
      await tx.query(sql`set local session_replication_role = replica`);
      await tx.query(sql`update giveaways set day = day - 1`);
      await app.settings.change(tx, values);
    });
  };
  const atEase: DecidingApp['atEase'] = async (work) => {
    await set({ decisionFactorMinutes: 0, twoPersonCents: 0 });
    return work().finally(() => set(PRODUCTION));
  };
  const biasOtherSession = await createPerson(db, { platformId: bia.platformId });
  const itemId = await insertNamed(db, NAME);
  const player = async () => enable(await createPerson(db));
  return { app, clock, call, ana, bia, carla, biasOtherSession, itemId, player, nextCode, verify, set, atEase };
}

const withEnd = (app: RecordingApp, byHand: App, sandbox: Sandbox) => ({
  sandbox,
  callManually: createCall(byHand.http),
  end: async () => {
    try {
      assert.deepEqual(await findViolations(app.db, { keys: TEST_KEYS }), []);
    } finally {
      await byHand.close();
      await app.close();
      await sandbox.close();
    }
  },
});
