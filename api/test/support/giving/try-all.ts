import assert from 'node:assert/strict';
import { type Sql, sql } from '../../../src/platform/database/sql.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import type { Method, Reply } from '../calls.ts';
import type { Person } from '../people.ts';
import type { Ask, Plan, Step } from './attempts.ts';
import { beginDay, byHouse, type Conspiracy, conspire, type House, sayRate } from './house.ts';
import { letTimePass, moveOut, takeAll } from './take-all.ts';
import { wealthOf } from './wealth.ts';

export interface Trial {
  administrators: readonly Person[];
  isFresh: boolean;
  limitCents: number;
}

export interface Tried {
  /** Returns the gain of all friends in BRL cents, with the payments that left the house for them. */
  gainedCents: number;
  answers: Map<string, Reply[]>;
}

/**
 * Administrators ask for everything that is planned, each for something of their own, on one day; after each plan their friends
 * take all they can get.
 */
export async function tryAll(house: House, plans: readonly Plan[], trial: Trial): Promise<Tried> {
  const { administrators, isFresh, limitCents } = trial;
  const { world } = house;
  const [first] = administrators;
  const day = await conspire(house, first ?? assert.fail('nobody'), limitCents);
  const prepared: [Conspiracy, readonly Step[]][] = [];
  for (const plan of plans) {
    for (const [nth, who] of administrators.entries()) {
      const own = { ...day, who, nth };
      prepared.push([own, await plan(own)]);
    }
  }
  beginDay(world);
  await world.set({ twoPersonCents: limitCents });
  const before = await wealthOf(day);
  const answers: Tried['answers'] = new Map();
  for (const [own, steps] of prepared) {
    if (isFresh) await world.verify(own.who);
    const accepted = [];
    for (const step of steps) accepted.push(await isAccepted(own, step, answers));
    if (accepted.includes(true)) await takeAll(own);
  }
  await letTimePass(day);
  await takeAll(day);
  await moveOut(day);
  const gainedCents = (await wealthOf(day)) - before;
  await tidyUp(day);
  return { gainedCents, answers };
}

/** Tells whether something may be different now. */
async function isAccepted(house: Conspiracy, step: Step, answers: Tried['answers']): Promise<boolean> {
  if (typeof step === 'function') {
    await step();
    return true;
  }
  const reply = await asked(house, step);
  assert.ok(reply.status < 500, `${step.route}: ${reply.text}`);
  answers.set(step.route, [...(answers.get(step.route) ?? []), reply]);
  return reply.status < 300;
}

function asked({ world, who }: Conspiracy, { route, ids = [], body, isManual = false }: Ask): Promise<Reply> {
  const [method, path = ''] = route.replace('/api', '').split(' ') as [Method, string];
  const rest = ids.values();
  const call = isManual ? world.callManually : world.call;
  return call(
    who,
    method,
    path.replaceAll(/\{\w+\}/g, () => rest.next().value ?? assert.fail(route)),
    body,
  );
}

/** Nothing of it is there for those who come next, and prices and settings are as they were. */
async function tidyUp(house: Conspiracy): Promise<void> {
  const { world, outside, gang } = house;
  const { db, settings } = world.app;
  const idsOf = async (open: Sql) => (await db.query<{ id: string }>(open)).map(({ id }) => id);
  const events = await idsOf(sql`select id from events where status = 'PUBLISHED' and ends_at > now()`);
  for (const id of events) await byHouse(house, 'POST', `/admin/events/${id}/end`, {});
  const raffles = await idsOf(sql`select id from raffles where status = 'ACTIVE'`);
  for (const id of raffles) await byHouse(house, 'POST', `/admin/raffles/${id}/cancel`, {});
  const cases = await idsOf(sql`select id from cases where status <> 'ARCHIVED'`);
  for (const id of cases) await byHouse(house, 'DELETE', `/admin/cases/${id}`, {});
  for (const who of gang) await world.call(who, 'POST', '/inventory/sell-all', {});
  Object.assign(outside, { items: [], prices: {} });
  sayRate(outside, 5);
  world.clock.advance(MINUTE_MS);
  await byHouse(house, 'PUT', '/admin/items/exchange-rate', { usdToBrl: 5, confirm: true, reason: 'As it was' });
  const reprice = { originalPriceCents: '100', confirm: true, reason: 'As it was' };
  await byHouse(house, 'PATCH', `/admin/items/${world.itemId}`, reprice);
  const own = { liveNotifications: false, withdrawalWaitHours: 0, autoApprovalDailyLimitCents: 0 };
  await world.set({ ...Object.fromEntries(settings.list().map((each) => [each.key, each.default])), ...own });
  await settings.start();
}
