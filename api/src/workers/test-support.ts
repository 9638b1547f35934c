import { afterEach, beforeEach, mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

const LAST_CALL_MS = 20;
const SECOND = 1_000;

export function mockTime() {
  let nowMs = 0;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    nowMs = 0;
  });
  afterEach(() => mock.timers.reset());
  const settle = async () => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= SECOND) {
      const stepMs = Math.min(leftMs, SECOND);
      nowMs += stepMs;
      mock.timers.tick(stepMs);
      await settle();
    }
  };
  /** Late answers get another turn, in two steps. */
  const passLimit = async (ms: number) => {
    await pass(ms);
    await pass(LAST_CALL_MS);
    await turn();
  };
  const pauseMachine = (ms: number) => {
    nowMs += ms;
  };
  return { nowMs: () => nowMs, settle, pass, passLimit, pauseMachine };
}
