import assert from 'node:assert/strict';
import { insertOneHeld } from '../../../src/modules/assets/inventory/test-support.ts';
import { listedItem, type OutsideWorld, startOutsideWorld } from '../../../src/modules/assets/items/test-support.ts';
import { allowTradesTo } from '../../../src/modules/trade/item-withdrawals/test-support.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { dayOf } from '../../../src/platform/days.ts';
import { HOUR_MS, MINUTE_MS } from '../../../src/platform/durations.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { createTestBeacon, type TestBeacon } from '../beacon.ts';
import type { Method, Reply } from '../calls.ts';
import { createDecidingApp, type DecidingApp } from '../decisions/deciding-app.ts';
import { type Person, putIn } from '../people.ts';

/** A house with honest sources of prices and of the rate, and people who want more from it than they gave. */
export interface House {
  world: DecidingApp;
  outside: OutsideWorld;
  beacon: TestBeacon;
  end(): Promise<void>;
}

const RATE = 5;
const MARGIN = 1.2;
/** BRL: what an item is worth whose price at the market is so many cents of USD. */
export const worthOf = (priceCents: number) => Math.round(Math.round(priceCents * MARGIN) * RATE);

/** Converts the worth here to USD cents at the market. */
export const priceOf = (worthCents: number) => Math.floor(worthCents / RATE / MARGIN);

export async function createHouse(): Promise<House> {
  const outside = await startOutsideWorld();
  const beacon = createTestBeacon();
  const world = await createDecidingApp({ sourcesUrl: outside.url, beacon });
  Object.assign(outside, { items: [], collections: [], prices: {} });
  await hear({ world, outside }, RATE);
  const end = () => world.end().finally(() => outside.close());
  return { world, outside, beacon, end };
}

export const sayRate = (outside: OutsideWorld, rate: number) => {
  outside.rate = { USDBRL: { bid: rate.toFixed(9), timestamp: '1' } };
};

/** The source is asked, and says so. */
export async function hear({ world, outside }: Pick<House, 'world' | 'outside'>, rate: number): Promise<void> {
  sayRate(outside, rate);
  world.clock.advance(2 * HOUR_MS);
  await world.call(null, 'GET', '/items/exchange-rate');
}

export interface Listed {
  id: Id<'item'>;
  name: string;
  priceCents: number;
}

export interface Conspiracy extends House {
  /** Up to so much one administrator may give. */
  limitCents: number;
  /** Each administrator and each attempt asks for something else, so that nobody agrees by accident. */
  who: Person;
  nth: number;
  friend: Person;
  accomplice: Person;
  /** These two, and everybody else whose records are decided on. */
  gang: Person[];
  /** The friend has one. */
  owned: Listed;
  /** Nobody has one; it is worth all that may be given. */
  dear: Listed;
  /** Worth a few cents. */
  cheap: Listed;
  /** Payouts that were paid by hand, though the books do not say so. */
  paidByHand: Set<string>;
  join(): Promise<Person>;
}

let namesListed = 0;
/** In the catalogue and at the sources, which say `priceCents`; in force is another price where one is given. */
export async function list(
  { world, outside }: Pick<House, 'world' | 'outside'>,
  priceCents: number,
  inForceCents = priceCents,
): Promise<Listed> {
  namesListed += 1;
  const name = `Listed ${namesListed}`;
  const rows = await world.app.db.query<{ id: Id<'item'> }>(sql`
    insert into items (name, market_hash_name, image_url, rarity, weapon_category, original_price_cents, value_cents,
      value_cents_brl)
    values (${name}, ${name}, 'https://items.example/1.png', 'COVERT', 'RIFLE', ${inForceCents},
      ${Math.round(inForceCents * MARGIN)}, ${worthOf(inForceCents)}) returning id`);
  tell(outside, name, priceCents);
  return { id: rows[0]?.id ?? assert.fail(), name, priceCents };
}

/** The sources list it, too. */
export function tell(outside: OutsideWorld, name: string, priceCents: number): void {
  outside.items = [...(outside.items as object[]), listedItem(name)];
  outside.prices = { ...(outside.prices as object), [name]: { price_cents: priceCents } };
}

/** A new day of São Paulo, with hours to go, on which nobody has given anything. */
export async function conspire(house: House, who: Person, limitCents: number): Promise<Conspiracy> {
  const { world } = house;
  await world.set({ decisionFactorMinutes: 15, twoPersonCents: limitCents });
  const gang: Person[] = [];
  const join = async () => {
    const person = await world.player();
    await allowTradesTo(world, person);
    gang.push(person);
    return person;
  };
  const [friend, accomplice] = [await join(), await join()];
  for (const person of gang) await putIn(world.app.db, person, 20 * limitCents);
  const owned = await list(house, 100);
  await insertOneHeld(world.app.db, friend.userId, owned.id);
  const dear = await list(house, priceOf(limitCents));
  const cheap = await list(house, 1);
  return {
    ...house,
    limitCents,
    who,
    nth: 0,
    friend,
    accomplice,
    gang,
    owned,
    dear,
    cheap,
    paidByHand: new Set(),
    join,
  };
}

/** Nothing of a day may end while it is tried, so it begins anew where it is late. */
export function beginDay({ clock }: DecidingApp): void {
  while (dayOf(new Date(clock.now().getTime() + 8 * HOUR_MS)) !== dayOf(clock.now())) clock.advance(30 * MINUTE_MS);
}

export const ask = ({ world }: House, who: Person, method: Method, path: string, body?: object): Promise<Reply> =>
  world.call(who, method, path, body);

export async function made(reply: Promise<Reply>) {
  const { status, body, text } = await reply;
  assert.ok(status < 300, text);
  return body;
}

/** A third administrator does this, of whom nothing is asked. */
export async function byHouse(house: House, method: Method, path: string, body?: object) {
  return house.world.atEase(() => made(ask(house, house.world.carla, method, path, body)));
}

export async function sync(house: House, who: Person = house.world.carla): Promise<string> {
  const { id } = await made(ask(house, who, 'POST', '/items/sync'));
  await runJob(house, 'sync-items', { syncId: id });
  return id;
}

export async function runJob({ world }: House, name: string, payload: object = {}): Promise<void> {
  const task = world.app.jobSets.flatMap(({ tasks }) => tasks[name] ?? [])[0] ?? assert.fail(`no job ${name}`);
  await task(payload);
}
