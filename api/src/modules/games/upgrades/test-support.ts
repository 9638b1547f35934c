import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { afterEach } from 'node:test';
import { commitTo, TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { expectedRoll, hmac } from '../../../../test/support/independent-rolls.ts';
import type { Person } from '../../../../test/support/people.ts';
import { playDepsOf } from '../../../../test/support/play-deps.ts';
import { createRecordingApp, type RecordingApp } from '../../../../test/support/recording-app.ts';
import { use } from '../../../../test/support/use-app.ts';
import type { Db } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import { createSettings, type Settings } from '../../../platform/settings/settings.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { userStream } from '../rolls/index.ts';
import type { UpgradesDeps } from './perform-upgrade.ts';
import { upgradeGame } from './upgrades.game.ts';
import { upgradeEdgeSetting } from './upgrades.records.ts';

export interface UpgradesApp extends RecordingApp {
  settings: Settings;
  upgrades: UpgradesDeps;
}

async function createUpgradesApp(): Promise<UpgradesApp> {
  const app = await createRecordingApp();
  const { announcements } = app.deps;
  const settings = createSettings({ db: app.db, announcements, definitions: [upgradeEdgeSetting] });
  return {
    ...app,
    settings,
    upgrades: {
      ...playDepsOf(upgradeGame),
      db: app.db,
      settings,
      push: app.realtime,
    },
  };
}

/** One app for a file. After each of its tests every invariant must hold. */
export function useUpgradesApp(): UpgradesApp {
  const app = use(createUpgradesApp, (created) => created.close());
  afterEach(() => assertUpgradesHold(app.db));
  return app;
}

export const post = (app: UpgradesApp, url: string, person: Person, payload?: object, headers: object = {}) =>
  app.http.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { ...person.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });

export const perform = (app: UpgradesApp, person: Person, payload: object, headers: object = {}) =>
  post(app, '/upgrade/perform', person, payload, headers);

export function refusalOf(response: Awaited<ReturnType<typeof post>>): unknown[] {
  const { message, errors = [] } = response.json();
  return [response.statusCode, message, ...errors.map(({ field }: { field: string }) => field)];
}

export async function accountOf(db: Db, { userId }: Person) {
  const rows = await db.query(sql`
    select balance_cents as balance, nonce, wagered_cents as wagered, 
      (select count(*) from upgrades where upgrades.user_id = accounts.user_id) as upgrades
    from accounts where user_id = ${userId}`);
  return rows[0] as { balance: string; nonce: string; wagered: string; upgrades: string };
}

export async function commitSeed(
  db: Db,
  { userId }: Person,
  nonce: number,
  isWanted: (serverSeed: string) => boolean,
): Promise<string> {
  let serverSeed = '';
  do serverSeed = randomBytes(32).toString('hex');
  while (!isWanted(serverSeed));
  await commitTo(db, { stream: userStream(userId), nonce, serverSeed });
  return serverSeed;
}

interface KeptUpgrade {
  id: Id<'upgrade'>;
  nonce: string;
  serverSeed: string;
  serverSeedHash: string;
  clientSeed: string;
  roll: number;
  status: string;
  successThreshold: number;
}

async function assertUpgradesHold(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  for (const row of await db.query<KeptUpgrade>(sql`select * from upgrades`)) {
    assert.equal(hmac(row.serverSeed, ''), row.serverSeedHash, row.id);
    assert.equal(row.roll, expectedRoll(row.serverSeed, row.clientSeed, Number(row.nonce)), row.id);
    assert.equal(row.status, row.roll >= row.successThreshold ? 'WON' : 'LOST', row.id);
  }
}
