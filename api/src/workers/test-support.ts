import { afterEach, beforeEach, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

const LAST_CALL_MS = 20;
const SECOND = 1_000;

/** Timers of a file of tests: time passes when a test says so. */
export function mockTime() {
  let nowMs = 0;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    nowMs = 0;
  });
  afterEach(() => mock.timers.reset());
  /** Everything that follows from what has just happened, without time passing. */
  const settle = async () => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  };
  /** Clock and timers go together, as long as nothing pauses. */
  const pass = async (ms: number) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= SECOND) {
      const stepMs = Math.min(leftMs, SECOND);
      nowMs += stepMs;
      mock.timers.tick(stepMs);
      await settle();
    }
  };
  /** A limit of time gives what came late one more turn, in two steps. */
  const passLimit = async (ms: number) => {
    await pass(ms);
    await pass(LAST_CALL_MS);
    await turn();
  };
  /** The clock goes on, and no timer does. */
  const pauseMachine = (ms: number) => {
    nowMs += ms;
  };
  return { nowMs: () => nowMs, settle, pass, passLimit, pauseMachine };
}
