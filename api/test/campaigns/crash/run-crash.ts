import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { makeDataFolder } from '../../support/folders.ts';
import { assertJournalHolds } from '../../support/journal-check.ts';
import { preparePlay } from '../../support/kill-while-playing.ts';
import { type Journal, type LoadPlayer, playOnce, repeatUnanswered, seededRandom } from '../../support/load.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type ServerProcess, startServerProcess } from '../../support/processes.ts';

/** After so many kills everything is checked, and others play: what is remembered does not grow without end. */
const CHAPTER = 10;
const FEWEST_ANSWERS = 40;
const MOST_ANSWERS = 140;
const MOST_WAIT_MS = 20;

export interface CrashReport {
  kills: number;
  acknowledged: number;
  /** Asked, and not answered before the kill: there whole or not at all. */
  unanswered: number;
}

interface Crash {
  databaseUrl: string;
  environment?: Record<string, string>;
  kills: number;
  seed: number;
  onProgress?: (done: number) => void;
}

interface Running {
  server: ServerProcess;
  url: string;
}

/**
 * Two processes run under load. One of them is killed again and again and comes back, while the other goes on.
 * Acknowledged writes must be there afterwards, and others whole or not at all; players with a key ask the other
 * process.
 */
export async function runCrash({
  databaseUrl,
  environment = {},
  kills,
  seed,
  onProgress,
}: Crash): Promise<CrashReport> {
  const random = seededRandom(seed);
  const dataDir = await makeDataFolder('lisura-crash-');
  const limits = { RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_CASE_OPEN: '0' };
  const start = async (): Promise<Running> => {
    const server = startServerProcess({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...limits, ...environment });
    return { server, url: await server.ready };
  };
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger: silentLogger, poolSize: 4 });
  const report: CrashReport = { kills: 0, acknowledged: 0, unanswered: 0 };
  // The first one fills the empty database.
  const servers: Running[] = [await start()];
  try {
    servers.push(await start());
    while (report.kills < kills) {
      const journal: Journal = { openings: [], sales: [] };
      const stage = { ...(await preparePlay(db)), journal, random };
      for (let kill = 0; kill < CHAPTER && report.kills < kills; kill += 1) {
        const place = random() < 0.5 ? 0 : 1;
        await playAndKill(servers, place, stage);
        const survivor = servers[1 - place] as Running;
        report.unanswered += countUnanswered(journal);
        const [restarted] = await Promise.all([start(), repeatUnanswered(journal, survivor.url)]);
        servers[place] = restarted;
        report.kills += 1;
        onProgress?.(report.kills);
      }
      await assertHolds(db, journal, `seed ${seed}, kill ${report.kills}`, report);
    }
    return report;
  } finally {
    await Promise.all(servers.map(({ server }) => server.stop('SIGTERM')));
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const countUnanswered = ({ openings, sales }: Journal): number =>
  [...openings, ...sales].filter(({ answer }) => answer === undefined).length;

async function assertHolds(db: Db, journal: Journal, where: string, report: CrashReport): Promise<void> {
  await assertJournalHolds(db, journal, where);
  report.acknowledged += journal.openings.length + journal.sales.length - countUnanswered(journal);
}

interface Stage {
  players: LoadPlayer[];
  caseId: Id<'case'>;
  journal: Journal;
  random: () => number;
}

/** Each process has half of the players. Those of the killed one notice; the others stop with them. */
async function playAndKill(servers: readonly Running[], place: number, stage: Stage): Promise<void> {
  const { players, random } = stage;
  const wanted = FEWEST_ANSWERS + Math.floor(random() * (MOST_ANSWERS - FEWEST_ANSWERS));
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  let isOver = false;
  const play = async (player: LoadPlayer, index: number) => {
    const { url } = servers[index % servers.length] as Running;
    while (!isOver && (await playOnce(player, { ...stage, url }, 'send'))) {
      answers += 1;
      if (answers === wanted) resolve();
    }
  };
  const playing = Promise.all(players.map(play));
  await Promise.race([enough, playing]);
  if (answers < wanted) throw new Error('a server has ended by itself');
  await pause(random() * MOST_WAIT_MS);
  await servers[place]?.server.stop('SIGKILL');
  isOver = true;
  await playing;
}
