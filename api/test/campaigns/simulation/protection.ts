import assert from 'node:assert/strict';
import { DAY_MS, setLimit } from './model.ts';
import type { Step } from './plays.ts';
import { type Actor, ask, isDone, nowMs, UNLIMITED_CENTS } from './world.ts';

const NO_DEPOSIT_CENTS = 500;

export const changeLimit: Step = async (world, actor) => {
  const { chance } = world;
  const kind = chance.pick(['WAGER', 'WAGER', 'LOSS', 'LOSS', 'DEPOSIT'] as const);
  const cents = {
    // One of stakes there always is: so plays are counted from the beginning.
    WAGER: () => (chance.happens(0.7) ? UNLIMITED_CENTS : chance.between(10_000, 200_000)),
    LOSS: () => (chance.happens(0.6) ? null : chance.between(5_000, 100_000)),
    DEPOSIT: () => (chance.happens(0.6) ? null : NO_DEPOSIT_CENTS),
  }[kind]();
  const body = { [kind.toLowerCase()]: { dayCents: cents === null ? null : String(cents) } };
  isDone(await ask(world, actor.person, ['PUT', '/user/limits', body]), [], 'a limit');
  setLimit(actor.model, kind, cents, nowMs(world));
  return [actor];
};

const MOST_BARRED = 2;

/** A bar is only ever lengthened. */
export const excludeOneself: Step = async (world, actor) => {
  const { chance, actors } = world;
  const { model } = actor;
  const now = nowMs(world);
  const isBarred = (each: Actor) => each.model.barredUntilMs > now;
  // Else nobody would be left to play.
  if (!isBarred(actor) && actors.filter(isBarred).length === MOST_BARRED) return null;
  const mayExclude = !actors.some((each) => each.model.isExcluded);
  const kind = mayExclude && chance.happens(0.1) ? 'EXCLUSION' : 'PAUSE';
  const untilMs = now + DAY_MS;
  const isRunning = model.barredUntilMs > now;
  const changes = !isRunning || untilMs > model.barredUntilMs || (kind === 'EXCLUSION' && !model.isExcluded);
  // It has no key. Where its answer was lost, a repeat finds that it was done.
  const reply = await ask(world, actor.person, ['POST', '/user/self-exclusion', { kind, confirm: true }]);
  const isHeardLate = changes && reply.body.code === 'EXCLUSION_ONLY_LENGTHENS';
  if (!isHeardLate && !isDone(reply, changes ? [] : ['EXCLUSION_ONLY_LENGTHENS'], 'a pause')) return [actor];
  const shown = (await world.call(actor.person, 'GET', '/user/limits')).body.exclusion;
  const shownMs = Date.parse(shown.until);
  if (kind === 'PAUSE') assert.equal(shownMs, isRunning ? Math.max(untilMs, model.barredUntilMs) : untilMs);
  else assert.ok(shownMs > untilMs, 'an exclusion is longer than a pause');
  model.isExcluded = kind === 'EXCLUSION' || (isRunning && model.isExcluded);
  assert.equal(shown.kind, model.isExcluded ? 'EXCLUSION' : 'PAUSE');
  model.barredUntilMs = shownMs;
  return [actor];
};
