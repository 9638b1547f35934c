import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, Sandbox } from '@lisura/sandbox';
import type { App } from '../../app/app.ts';
import type { DatabaseAddress, Db } from '../../platform/database/db.ts';
import { createProcessLock, DEMO_PLAYERS_LOCK } from '../../platform/database/one-process.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { endsWithin } from '../../platform/time-limits.ts';
import { type MadeMove, makeMove } from './make-move.ts';
import { intentOf, pauseMsOf } from './moves.rules.ts';
import { createPlayerClient } from './player-client.ts';

export interface PlayersDeps {
  address: DatabaseAddress;
  db: Db;
  app: Pick<App, 'http' | 'realtime'>;
  sandbox: Pick<Sandbox, 'robots' | 'signIn'>;
  random: Random;
  logger: Logger;
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export interface DemoPlayers {
  start(): void;
  /** Returns null if another process plays or no move was possible. */
  takeTurn(): Promise<MadeMove | null>;
  stop(): Promise<void>;
}

/** A move takes less; a stop does not wait for a hanging one. */
const STOP_MS = 1_000;

const waitOrStop = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/** The platform is busy from the first minute. One process runs the robots. */
export function createDemoPlayers(deps: PlayersDeps): DemoPlayers {
  const { address, db, app, sandbox, random, logger, wait = waitOrStop } = deps;
  const players = sandbox.robots.map((platformId, index) =>
    createPlayerClient({ http: app.http, signIn: sandbox.signIn }, { platformId, address: `127.0.9.${index + 1}` }),
  );
  const lock = createProcessLock(address, DEMO_PLAYERS_LOCK);
  const stopping = new AbortController();
  let turn = 0;
  let running: Promise<void> = Promise.resolve();

  async function takeTurn(): Promise<MadeMove | null> {
    const player = players[turn % players.length];
    if (player === undefined || !(await lock.take())) return null;
    const intent = intentOf(turn);
    turn += 1;
    const made = await makeMove({ db, push: app.realtime, random }, player, intent);
    // Another player was faster, or prices moved.
    if (made !== null && made.refusal !== null) logger.debug(made, 'A move of a demo player was refused');
    return made;
  }

  async function play(): Promise<void> {
    while (!stopping.signal.aborted) {
      await takeTurn().catch((err) => logger.warn({ err }, 'A demo player could not make a move'));
      await wait(pauseMsOf(random), stopping.signal);
    }
  }

  return {
    start: () => {
      running = play();
    },
    takeTurn,
    stop: async () => {
      stopping.abort();
      await endsWithin(STOP_MS, running);
      await lock.release();
    },
  };
}
