import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseAddress, type Db, openDatabase } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { makeDataFolder } from './folders.ts';
import { assertJournalHolds } from './journal-check.ts';
import {
  type Journal,
  type LoadPlayer,
  newOpening,
  playUntilGone,
  repeatUnanswered,
  seededRandom,
  told,
} from './load.ts';
import { PATIENCE } from './patience.ts';
import { createPlayer } from './people.ts';
import { type ServerProcess, startServerProcess } from './processes.ts';

/** The real server is killed while players open cases and sell, again and again, and starts again on what is left. */
const PLAYERS = 16;
/** Requests of one player meet too. */
const AT_ONCE_EACH = 2;
const BALANCE_CENTS = 1_000_000_000;
const FEWEST_ANSWERS = 40;

interface Running {
  server: ServerProcess;
  url: string;
  dataDir: string;
}

export type Kill = (running: Running) => Promise<unknown>;

export const killServer: Kill = ({ server }) => server.stop('SIGKILL');

interface Ordeal {
  environment: Record<string, string>;
  addressOf(dataDir: string): Promise<DatabaseAddress>;
  kills: Kill[];
}

export async function killWhilePlaying(t: TestContext, { environment, addressOf, kills }: Ordeal): Promise<void> {
  const seed = randomInt(2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const random = seededRandom(seed);
  const journal: Journal = { openings: [], sales: [] };
  const dataDir = await makeDataFolder('lisura-kill-');
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const start = async (): Promise<Running> => {
    const limits = { RATE_LIMIT_GLOBAL: '0', RATE_LIMIT_CASE_OPEN: '0' };
    const server = startServerProcess({ DATA_DIR: dataDir, ...limits, ...environment });
    return { server, url: await server.ready, dataDir };
  };
  const look = async <Result>(work: (db: Db) => Promise<Result>) => {
    const db = openDatabase({
      patience: PATIENCE,
      address: await addressOf(dataDir),
      logger: silentLogger,
      poolSize: 4,
    });
    return work(db).finally(() => db.close());
  };

  let running = await start();
  try {
    const { players, caseId } = await look(preparePlay);
    for (const [round, kill] of kills.entries()) {
      const where = `seed ${seed}, kill ${round + 1}`;
      await playAndKill({ running, kill, players, caseId, journal, random });
      running = await start();
      await look((db) => assertJournalHolds(db, journal, where));
      // The journal keeps the result, which is checked after the next kill or in the end.
      await repeatUnanswered(journal, running.url);
    }
    const { url } = running;
    const last = players.map((player) => newOpening(player, caseId, random));
    for (const each of last) each.answer = (await each.send(url)) ?? assert.fail('no answer after the last start');
    journal.openings.push(...last);
    await look((db) => assertJournalHolds(db, journal, `seed ${seed}, in the end`));
    const { code, output } = await running.server.stop('SIGTERM');
    assert.equal(code, 0, output);
    t.diagnostic(told(journal));
  } finally {
    await running.server.stop('SIGTERM');
  }
}

export async function preparePlay(db: Db): Promise<{ players: LoadPlayer[]; caseId: Id<'case'> }> {
  const cases = await db.query<{ id: Id<'case'> }>(
    sql`select id from cases where status = 'ACTIVE' order by price_cents, id limit 1`,
  );
  const people = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer(db, BALANCE_CENTS)));
  return { players: people.map((person) => ({ person, won: [] })), caseId: cases[0]?.id ?? assert.fail('no case') };
}

interface Round {
  running: Running;
  kill: Kill;
  players: LoadPlayer[];
  caseId: Id<'case'>;
  journal: Journal;
  random: () => number;
}

/** Everybody plays until the kill, which comes at any moment once enough was answered. */
async function playAndKill({ running, kill, players, caseId, journal, random }: Round): Promise<void> {
  const wanted = FEWEST_ANSWERS + Math.floor(random() * 100);
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  const onAnswer = () => {
    answers += 1;
    if (answers === wanted) resolve();
  };
  const options = { url: running.url, caseId, journal, random, onAnswer };
  const everybody = players.flatMap((player) => Array<LoadPlayer>(AT_ONCE_EACH).fill(player));
  const playing = Promise.all(everybody.map((player) => playUntilGone(player, options)));
  await Promise.race([enough, playing]);
  assert.ok(answers >= wanted, 'the server has ended by itself');
  await pause(random() * 20);
  await kill(running);
  await playing;
}
