import assert from 'node:assert/strict';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../../test/support/app.ts';
import { type Call, createCall, type Reply } from '../../../../test/support/calls.ts';
import { closeSound } from '../../../../test/support/close-sound.ts';
import { commitTo, TEST_KEYS } from '../../../../test/support/committed-seeds.ts';
import { seedThatRolls } from '../../../../test/support/independent-rolls.ts';
import { createPlayer, type Person } from '../../../../test/support/people.ts';
import { use } from '../../../../test/support/use-app.ts';
import { announce } from '../../../platform/database/announcements.ts';
import { type Db, transaction } from '../../../platform/database/db.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Push } from '../../../platform/realtime/events.ts';
import { findViolations } from '../../../verify/find-violations.ts';
import { type CaseSample, createCase, type TestCase } from '../cases/openings/test-support.ts';
import { userStream } from '../rolls/index.ts';

export interface BattlesWorld extends TestApp {
  call: Call;
  /** Costs 100, and gives items worth 10, 20, 30 and 40. */
  box: TestCase;
  /** With money for everything. */
  player(): Promise<Person>;
  create(who: Person, more?: object, headers?: Record<string, string>): Promise<Reply>;
  join(who: Person, battleId: string, body?: object, headers?: Record<string, string>): Promise<Reply>;
  addBots(
    who: Person,
    battleId: string,
    count: number,
    headers?: Record<string, string>,
    more?: object,
  ): Promise<Reply>;
  get(who: Person | null, battleId: string, query?: string): Promise<Reply>;
  runJob(name: string, payload?: object): Promise<void>;
}

export async function createBattlesWorld(options: TestAppOptions = {}): Promise<BattlesWorld> {
  return worldOf(await createTestApp(options));
}

export async function worldOf<App extends TestApp>(app: App): Promise<App & BattlesWorld> {
  const call = createCall(app.http);
  const box = await createCase(app.db);
  return {
    ...app,
    call,
    box,
    player: () => createPlayer(app.db, 1_000_000),
    create: (who, more = {}, headers = {}) =>
      call(who, 'POST', '/battles/create', { mode: 'NORMAL', caseIds: [box.id], ...more }, headers),
    join: (who, battleId, body = {}, headers = {}) => call(who, 'POST', `/battles/${battleId}/join`, body, headers),
    addBots: (who, battleId, count, headers = {}, more = {}) =>
      call(who, 'POST', `/battles/${battleId}/add-bots`, { count, ...more }, headers),
    get: (who, battleId, query = '') => call(who, 'GET', `/battles/${battleId}${query}`),
    runJob: async (name, payload = {}) => {
      const job = app.jobSets.flatMap(({ tasks }) => tasks[name] ?? [])[0] ?? assert.fail(`no job ${name}`);
      await job(payload);
    },
  };
}

/** One world serves all tests of a file. Every invariant must hold in its database when they are over. */
export const useBattles = (options: TestAppOptions = {}): BattlesWorld =>
  use(
    () => createBattlesWorld(options),
    (world) => closeSound(world, { keys: TEST_KEYS }),
  );

export async function assertBattlesHold(db: Db): Promise<void> {
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
}

interface SentEvent {
  /** A user, a room, or everybody. */
  to: string;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a test finds in an event is what it asserts on.
  payload: any;
}

/** Collects the events of battles that sockets get from now on, in order. */
export function recordEvents({ realtime }: TestApp): SentEvent[] {
  const sent: SentEvent[] = [];
  const { toAll, toRoom } = realtime;
  const recorded: Pick<Push, 'toAll' | 'toRoom'> = {
    toAll: (event, payload) => {
      // Drops are told at a time of their own.
      if (event.name.startsWith('battle:')) sent.push({ to: 'everybody', event: event.name, payload });
      toAll(event, payload);
    },
    toRoom: (room, event, payload) => {
      sent.push({ to: room, event: event.name, payload });
      toRoom(room, event, payload);
    },
  };
  Object.assign(realtime, recorded);
  return sent;
}

/** With which `forceDraws` decides what is drawn. */
export const FORCED_SEED = 'forced';
const FORCED_WIDTHS = [2_500_000, 2_500_000, 2_500_000, 2_500_000];

/** A case whose four items, worth 10, 20, 30 and 40, are drawn alike. */
export const createEvenCase = (db: Db, more: CaseSample = {}) => createCase(db, { widths: FORCED_WIDTHS, ...more });

/** Lets a person who has rolled nothing yet draw the items with these places, from 0, in the rounds of a battle. */
export async function forceDraws(db: Db, { userId }: Person, places: readonly number[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    const [nonce, clientSeed] = [index + 1, FORCED_SEED];
    const isWanted = (roll: number) => Math.floor((roll - 1) / 2_500_000) === place;
    const { serverSeed } = seedThatRolls(isWanted, { clientSeed, nonce });
    await commitTo(db, { stream: userStream(userId), nonce, serverSeed });
  }
}

export async function holdingsOf(db: Db, { userId }: Person) {
  const rows = await db.query<{ balance: string; items: number }>(sql`
    select balance_cents as balance,
      (select count(*)::int from inventory_items where user_id = ${userId} and source_type = 'BATTLE') as items
    from accounts where user_id = ${userId}`);
  return { balance: Number(rows[0]?.balance), items: rows[0]?.items ?? 0 };
}

/** As a sync would, and every process hears of it. */
export async function setPrice(db: Db, itemIds: readonly Id<'item'>[], valueCents: number): Promise<void> {
  await transaction(db, async (tx) => {
    await tx.query(sql`update items set value_cents_brl = ${valueCents} where id = any(${itemIds}::bigint[])`);
    await announce(tx, 'items-changed', {});
  });
}
