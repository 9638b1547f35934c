import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { standBefore } from '../database-wire.ts';
import { makeDataFolder } from '../folders.ts';
import { assertJournalHolds } from '../journal-check.ts';
import { preparePlay } from '../kill-while-playing.ts';
import { type Journal, type LoadPlayer, playOnce, repeatUnanswered, seededRandom } from '../load.ts';
import { PATIENCE } from '../patience.ts';
import { type ServerProcess, startServerProcess } from '../processes.ts';
import { ask, type ReplicatedDatabase, startReplicatedDatabase } from './replicated-database.ts';

/**
 * Two processes and their players run while the PostgreSQL behind them is killed and its standby takes over, again and
 * again. The processes know one address, which leads to the present primary.
 */
const PROCESSES = 2;
const FEWEST_ANSWERS = 40;
const ANSWERS_AFTERWARDS = 20;
/** A client that was told to come back does so after a while. */
const COME_BACK_MS = 20;
const LOOK_AGAIN_MS = 5;

interface FailoverCampaign {
  times: number;
  seed: number;
  onProgress?: (done: number, all: number) => void;
}

export interface FailoverReport {
  times: number;
  acknowledged: number;
  unanswered: number;
  lost: number;
  /** For each time, from the kill until the standby was in charge. */
  promotedMs: number[];
  /** For each time and process, from the kill until the answer to a request that was sent after it. */
  firstSuccessMs: number[];
}

export interface Scene {
  database: ReplicatedDatabase;
  servers: readonly ServerProcess[];
  urls: readonly string[];
  players: LoadPlayer[];
  caseId: Id<'case'>;
  look<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
}

/** Makes everything for a failover but the standby; all of it is gone afterwards. */
export async function onReplicatedDatabase<Result>(work: (scene: Scene) => Promise<Result>): Promise<Result> {
  const services = new AsyncDisposableStack();
  try {
    const folder = await makeDataFolder('lisura-failover-');
    services.defer(() => rm(folder, { recursive: true, force: true }));
    const database = await startReplicatedDatabase(path.join(folder, 'servers'));
    services.defer(() => database.stop());
    const passOn = (client: Socket, upstream: Socket) => void client.pipe(upstream).pipe(client);
    const address = await standBefore(() => database.primaryUrl(), passOn);
    services.defer(() => address.close());
    const environment = {
      DATABASE_URL: address.url,
      DATABASE_POOL_SIZE: '8',
      DATA_DIR: path.join(folder, 'files'),
      SECRETS_KEY: '1f'.repeat(32),
      RATE_LIMIT_GLOBAL: '0',
      RATE_LIMIT_CASE_OPEN: '0',
    };
    const servers = Array.from({ length: PROCESSES }, () => startServerProcess(environment));
    services.defer(async () => void (await Promise.all(servers.map((server) => server.stop('SIGTERM')))));
    const urls = await Promise.all(servers.map((server) => server.ready));
    const look: Scene['look'] = async (looking) => {
      const db = openDatabase({ patience: PATIENCE, address: address.url, logger: silentLogger, poolSize: 4 });
      return looking(db).finally(() => db.close());
    };
    return await work({ database, servers, urls, look, ...(await look(preparePlay)) });
  } finally {
    await services.disposeAsync();
  }
}

export const runFailoverCampaign = (campaign: FailoverCampaign): Promise<FailoverReport> =>
  onReplicatedDatabase((scene) => failOverAgain(scene, campaign));

/** The first time, and then every second, the standby has not got everything that the primary has written when that dies. */
export async function failOverAgain(
  scene: Scene,
  { times, seed, onProgress }: FailoverCampaign,
): Promise<FailoverReport> {
  const random = seededRandom(seed);
  const journal: Journal = { openings: [], sales: [] };
  const report = { times, lost: 0, promotedMs: [] as number[], firstSuccessMs: [] as number[] };
  for (let time = 1; time <= times; time += 1) {
    await scene.database.addStandby();
    const { promotedMs, firstSuccessMs } = await failOver(scene, journal, random, time % 2 === 1);
    report.promotedMs.push(promotedMs);
    report.firstSuccessMs.push(...firstSuccessMs);
    report.lost += await scene.look((db) => countLost(db, journal));
    await assertSound(scene, journal, `seed ${seed}, failover ${time}`);
    onProgress?.(time, times);
  }
  const all = [...journal.openings, ...journal.sales];
  const acknowledged = all.filter(({ answer }) => answer !== undefined).length;
  return { ...report, acknowledged, unanswered: all.length - acknowledged };
}

/** Times are from the kill. */
async function failOver(scene: Scene, journal: Journal, random: () => number, isLagging: boolean) {
  const { database } = scene;
  const load = play(scene, journal, random);
  try {
    await load.untilAnswers(FEWEST_ANSWERS + Math.floor(random() * 60));
    if (isLagging) {
      database.holdBack();
      while ((await waitingCommits(database)) === 0) await pause(LOOK_AGAIN_MS);
    }
    await pause(random() * 20);
    const killedMs = performance.now();
    await database.killPrimary();
    // The address leads to the standby before that is in charge: until then it refuses every write.
    await database.promote();
    const promotedMs = performance.now() - killedMs;
    const firstSuccessMs = await load.untilEachAnswers(killedMs, ANSWERS_AFTERWARDS);
    return { promotedMs, firstSuccessMs: firstSuccessMs.map((ms) => ms - killedMs) };
  } finally {
    await load.end();
  }
}

export async function waitingCommits(database: ReplicatedDatabase): Promise<number> {
  const waiting = await ask(database.primaryUrl(), `select from pg_stat_activity where wait_event = 'SyncRep'`);
  return waiting.length;
}

/** Each player plays at each process at once, and goes on whatever happens. */
function play({ urls, players, caseId, servers }: Scene, journal: Journal, random: () => number) {
  const answers: { process: number; sentMs: number; atMs: number }[] = [];
  let isOver = false;
  const playAt = async (player: LoadPlayer, url: string, process: number) => {
    while (!isOver) {
      const sentMs = performance.now();
      const isAcknowledged = await playOnce(player, { url, caseId, journal, random }, 'sendOnce');
      if (isAcknowledged) answers.push({ process, sentMs, atMs: performance.now() });
      else await pause(COME_BACK_MS);
    }
  };
  const end = () => {
    isOver = true;
    return playing;
  };
  const playing = Promise.all(urls.flatMap((url, process) => players.map((player) => playAt(player, url, process))));
  const untilTrue = async (holds: () => boolean) => {
    while (!holds()) {
      for (const { child, printed } of servers) assert.equal(child.exitCode, null, `a process has ended: ${printed()}`);
      await Promise.race([pause(LOOK_AGAIN_MS), playing]);
    }
  };
  const sentAfter = (ms: number, wanted: number) =>
    answers.filter(({ process, sentMs }) => process === wanted && sentMs > ms);
  return {
    untilAnswers: (count: number) => untilTrue(() => answers.length >= count),
    /** Gives the time of the first of each. */
    untilEachAnswers: async (afterMs: number, count: number) => {
      await untilTrue(() => urls.every((_, process) => sentAfter(afterMs, process).length >= count));
      return urls.map((_, process) => sentAfter(afterMs, process)[0]?.atMs ?? assert.fail('no answer'));
    },
    end,
  };
}

async function countLost(db: Db, { openings, sales }: Journal): Promise<number> {
  const opened = openings.filter(({ answer }) => answer !== undefined).map(({ seed }) => seed);
  const sold = sales.filter(({ answer }) => answer !== undefined).flatMap(({ inventoryItemIds }) => inventoryItemIds);
  const [found] = await db.query<{ opened: number; sold: number }>(sql`
    select (select count(distinct client_seed)::int from case_openings where client_seed = any(${opened}::text[])) as opened,
      (select count(*)::int from inventory_items where id = any(${sold}::bigint[]) and status = 'SOLD') as sold`);
  return opened.length - (found?.opened ?? 0) + sold.length - (found?.sold ?? 0);
}

/**
 * Keys give their answers, acknowledged writes are there as told, all invariants hold, and both processes are ready.
 */
async function assertSound({ look, urls }: Scene, journal: Journal, where: string): Promise<void> {
  for (const url of urls) {
    await repeatUnanswered(journal, url);
    assert.equal((await fetch(`${url}/api/health/ready`)).status, 200, where);
  }
  await look((db) => assertJournalHolds(db, journal, where));
  const alerts = await look((db) => db.query(sql`select kind, message from alerts where kind = 'LOG_INTERRUPTED'`));
  assert.deepEqual(alerts, [], where);
}
