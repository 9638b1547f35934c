import type { Sandbox } from '@lisura/sandbox';
import type { Clock } from '../../api/src/platform/clock.ts';
import type { PastApp } from './past-app.ts';
import { createPerson, type Person } from './person.ts';

/** Amounts are numbers of cents: nobody here has so much that a number could not hold it. */
export interface Priced {
  id: string;
  cents: number;
}

export interface Player {
  readonly person: Person;
  readonly joinsMs: number;
  readonly weight: number;
  readonly favourites: readonly [Priced, ...Priced[]];
  /** They deposit, and withdraw without having played. */
  readonly isIdle: boolean;
  hasCome: boolean;
  secret: string | null;
  balanceCents: number;
  items: Priced[];
}

export interface World {
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly targets: readonly Priced[];
  readonly players: readonly Player[];
  /** Comes when all is over, and leaves things open. */
  readonly latecomer: Player;
  /** Come shortly before that, when things go wrong outside. */
  readonly unlucky: readonly Player[];
  /** Battles that wait for players. */
  readonly battles: { id: string; entryCents: number; creator: Player }[];
  readonly offers: { id: string; to: Player }[];
  readonly deliveries: { id: string; owner: Player }[];
  raffleId: string | null;
  eventId: string | null;
  /** Tells whether somebody has taken back on Steam what was delivered. */
  hasReversed: boolean;
  hasTroubles: boolean;
  /** The end is near: whatever takes its time outside is not begun any more, since the server's sandbox would not know it. */
  isEnding: boolean;
}

const FIRST_ACCOUNT = 76_561_198_100_000_001n;
export const FIRST_PLATFORM_ID = String(FIRST_ACCOUNT);

const TRANSFERS_EACH = 200;
const FEWEST_PLAYERS = 12;
/** One in so many is there from the beginning; the others come by and by. */
const EARLY = 3;
const TAIL = 1.3;
const MOST_WEIGHT = 100;
const FAVOURITES = 3;
const SHARING_ADDRESS = 5;
/** One in so many is idle. */
const IDLE = 20;
const UNLUCKY = 3;
const PAGE = 100;

interface Span {
  startMs: number;
  endMs: number;
  transfers: number;
}

export async function createWorld(pastApp: PastApp, clock: Clock, reader: Person, span: Span): Promise<World> {
  const cases = await listCases(reader);
  if (cases.length === 0)
    throw new Error('there is no case to open. Start the server once: it fills an empty catalogue');
  const count = Math.max(FEWEST_PLAYERS, Math.round(span.transfers / TRANSFERS_EACH));
  return {
    sandbox: pastApp.sandbox,
    clock,
    targets: await listTargets(reader),
    players: Array.from({ length: count }, (_, index) => newPlayer(pastApp, cases, span, index)),
    latecomer: newPlayer(pastApp, cases, span, count),
    unlucky: Array.from({ length: UNLUCKY }, (_, index) => newPlayer(pastApp, cases, span, count + 1 + index)),
    battles: [],
    offers: [],
    deliveries: [],
    raffleId: null,
    eventId: null,
    hasReversed: false,
    hasTroubles: false,
    isEnding: false,
  };
}

function newPlayer({ app, sandbox }: PastApp, cases: readonly Priced[], span: Span, index: number): Player {
  const address = index < SHARING_ADDRESS ? '10.0.0.1' : `10.1.${index >> 8}.${index & 255}`;
  const dearest = Math.floor(Math.random() ** 2 * cases.length);
  const favourites = cases.slice(Math.max(0, dearest - FAVOURITES + 1), dearest + 1);
  return {
    person: createPerson(app, sandbox, { platformId: String(FIRST_ACCOUNT + BigInt(index)), address }),
    joinsMs: span.startMs + (index % EARLY === 0 ? 0 : Math.random() * (span.endMs - span.startMs)),
    weight: Math.min((1 - Math.random()) ** (-1 / TAIL), MOST_WEIGHT),
    favourites: favourites as [Priced, ...Priced[]],
    isIdle: index % IDLE === IDLE / 2,
    hasCome: false,
    secret: null,
    balanceCents: 0,
    items: [],
  };
}

async function listCases(reader: Person): Promise<Priced[]> {
  type Listed = { id: string; priceCents: string; isPaused: boolean };
  const listed = await reader.ask<{ data: Listed[] }>('GET', `/cases?limit=${PAGE}&sortBy=price&sortOrder=asc`);
  const open = (listed?.data ?? []).filter(({ isPaused }) => !isPaused);
  return open.map(({ id, priceCents }) => ({ id, cents: Number(priceCents) }));
}

async function listTargets(reader: Person): Promise<Priced[]> {
  type Listed = { id: string; valueCentsBrl: string };
  const targets: Priced[] = [];
  for (let page = 1; ; page += 1) {
    const query = `limit=${PAGE}&page=${page}&sortOrder=asc`;
    const { data = [] } = (await reader.ask<{ data: Listed[] }>('GET', `/upgrade/targets?${query}`)) ?? {};
    targets.push(...data.map(({ id, valueCentsBrl }) => ({ id, cents: Number(valueCentsBrl) })));
    if (data.length < PAGE) return targets;
  }
}
