import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Id } from '../../src/platform/ids.ts';
import type { Person } from './people.ts';

/** Players who open cases and sell what they won, and remember what they asked for and what they were told. */

interface Asked<Answer> {
  userId: Id<'user'>;
  /** Sends it, once more where it was sent before; undefined where no whole answer came. */
  send(url: string): Promise<Answer | undefined>;
  /** As `send`, but a server that is there and cannot serve gives no answer either: it may have done it or not. */
  sendOnce(url: string): Promise<Answer | undefined>;
  /** Tells whether it was sent with an `Idempotency-Key`, so that it may be sent again. */
  isRepeatable: boolean;
  answer: Answer | undefined;
}

export interface AskedOpening extends Asked<OpenedAnswer> {
  /** The client seed: found again on each opening of this request and on no other. */
  seed: string;
  quantity: number;
}

export interface AskedSale extends Asked<SaleAnswer> {
  inventoryItemIds: string[];
}

interface OpenedAnswer {
  openings: {
    id: string;
    nonce: number;
    roll: number;
    serverSeed: string;
    serverSeedHash: string;
    clientSeed: string;
    isFlip: boolean;
    item: { id: string };
    inventoryItemId: string;
  }[];
  totalCostCents: string;
}

interface SaleAnswer {
  itemsSold: number;
  totalValueCents: string;
}

export interface Journal {
  openings: AskedOpening[];
  sales: AskedSale[];
}

export interface LoadPlayer {
  person: Person;
  /** Won and not yet asked to be sold. */
  won: string[];
}

interface LoadOptions {
  url: string;
  caseId: Id<'case'>;
  journal: Journal;
  random: () => number;
}

export async function playUntilGone(
  player: LoadPlayer,
  { onAnswer, ...options }: LoadOptions & { onAnswer(): void },
): Promise<void> {
  while (await playOnce(player, options, 'send')) onAnswer();
}

/** Opens or sells; whether that was acknowledged. */
export async function playOnce(
  player: LoadPlayer,
  { url, caseId, journal, random }: LoadOptions,
  way: 'send' | 'sendOnce',
): Promise<boolean> {
  if (player.won.length > 0 && random() < 0.25) {
    const sale = newSale(player, random);
    journal.sales.push(sale);
    sale.answer = await sale[way](url);
    return sale.answer !== undefined;
  }
  const opening = newOpening(player, caseId, random);
  journal.openings.push(opening);
  opening.answer = await opening[way](url);
  player.won.push(...(opening.answer?.openings ?? []).map(({ inventoryItemId }) => inventoryItemId));
  return opening.answer !== undefined;
}

/** The web app sends a key with every opening, others may not. */
const KEYED_SHARE = 0.8;

export function newOpening({ person }: LoadPlayer, caseId: Id<'case'>, random: () => number): AskedOpening {
  const quantity = 1 + Math.floor(random() * 5);
  const seed = randomUUID();
  const path = `/api/cases/${caseId}/open`;
  const asked = ask<OpenedAnswer>(person, random() < KEYED_SHARE, 'POST', path, { quantity, clientSeed: seed });
  return { ...asked, seed, quantity };
}

function newSale({ person, won }: LoadPlayer, random: () => number): AskedSale {
  const inventoryItemIds = won.splice(0, 1 + Math.floor(random() * 3));
  const isRepeatable = random() < 0.3;
  const asked =
    inventoryItemIds.length === 1
      ? ask<SaleAnswer>(person, isRepeatable, 'DELETE', `/api/inventory/${inventoryItemIds[0]}/sell`)
      : ask<SaleAnswer>(person, isRepeatable, 'POST', '/api/inventory/sell-multiple', { inventoryItemIds });
  return { ...asked, inventoryItemIds };
}

function ask<Answer>(
  person: Person,
  isRepeatable: boolean,
  method: string,
  path: string,
  body?: object,
): Asked<Answer> {
  const headers = {
    ...person.headers,
    ...(isRepeatable ? { 'idempotency-key': randomUUID() } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const read = (received: Received) => {
    assert.equal(received.status, 200, `${method} ${path}: ${received.text}`);
    return JSON.parse(received.text) as Answer;
  };
  return {
    userId: person.userId,
    isRepeatable,
    answer: undefined,
    send: async (url) => {
      let received = await receive(`${url}${path}`, init);
      // A machine that is slow for a while makes the server refuse before it has done anything: the same is sent again.
      while (received?.status === 503) received = await receive(`${url}${path}`, init);
      return received === undefined ? undefined : read(received);
    },
    sendOnce: async (url) => {
      const received = await receive(`${url}${path}`, init);
      return received === undefined || received.status === 503 ? undefined : read(received);
    },
  };
}

interface Received {
  status: number;
  text: string;
}

/** Nothing but a broken connection is taken for the end of the server. */
async function receive(url: string, init: RequestInit): Promise<Received | undefined> {
  try {
    const response = await fetch(url, init);
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** A player with a key and no answer asks again, and a third answer is the same. */
export async function repeatUnanswered({ openings, sales }: Journal, url: string): Promise<void> {
  await repeat(openings, url);
  await repeat(sales, url);
}

async function repeat<Answer>(asked: Asked<Answer>[], url: string): Promise<void> {
  const repeatable = asked.filter(({ isRepeatable, answer }) => isRepeatable && answer === undefined);
  await Promise.all(
    repeatable.map(async (each) => {
      each.answer = (await each.send(url)) ?? assert.fail('no answer after the start');
      assert.deepEqual(await each.send(url), each.answer);
    }),
  );
}

export function told({ openings, sales }: Journal): string {
  const acknowledged = (asked: { answer: unknown }[]) => asked.filter(({ answer }) => answer !== undefined).length;
  return [
    `${acknowledged(openings)} of ${openings.length} openings acknowledged`,
    `${acknowledged(sales)} of ${sales.length} sales`,
  ].join(', ');
}

export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
