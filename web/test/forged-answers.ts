import { readFileSync } from 'node:fs';
import { type Leaf, leafOf, leavesOf, percentOfRolls, pickItem, rollOf, seedHash, widthOf } from '@lisura/fairness';
import { type FakeLog, fakeLog, newLogKey } from '../../fairness/test/fake-log.ts';
import { gameLink, type HadBefore, playLink, type VerifyLink } from '../src/shared/fairness/verify-link.ts';

// A house answers the page that verifies: an opening, and games that a round of drand has decided.

// biome-ignore lint/suspicious/noExplicitAny: what an answer has is what a forgery changes of it.
export type Json = any;

export interface Answers {
  link: VerifyLink;
  public: Readonly<Record<string, Json>>;
  log: FakeLog;
  kept?: Readonly<Record<string, Json>>;
}

const KEY = newLogKey();
const DUE_MS = Date.parse('2023-08-23T15:59:24.000Z');
export const at = (secondsAfterTheRound: number) => new Date(DUE_MS + secondsAfterTheRound * 1000).toISOString();

/** The log had all of it some seconds after the round, or before it, and has something else in its newest head. */
export function logOf(leaves: readonly Leaf[], seconds = -1, key = KEY): FakeLog {
  const texts = leaves.map(({ text }) => text);
  const newest = { size: texts.length + 1, at: at(60) };
  return fakeLog([...texts, 'later'], key, newest, [{ size: texts.length, at: at(seconds) }]);
}

const SEED = { first: '1a'.repeat(32), second: '2b'.repeat(32), other: '3c'.repeat(32) };
const SENT = { first: 'da Ana', second: 'da Ana, de novo' };

/** The public version of a case has its border after so many rolls. */
export const versionWith = (border: number, flipThreshold: number | null = null): Json => ({
  caseId: '5',
  versionNumber: 3,
  flipThreshold,
  logLeaf: { kind: 'CASE_VERSIONS', id: '9' },
  items: [
    { itemId: '41', name: 'P250 | Sand Dune', hashRangeStart: 1, hashRangeEnd: border },
    { itemId: '42', name: 'AK-47 | Redline', hashRangeStart: border + 1, hashRangeEnd: 10_000_000 },
  ],
});
const VERSION = versionWith(5_000_000, 5_000_001);

interface Rolled {
  serverSeed?: string;
  clientSeed?: string;
  nonce?: number;
}

export function openingOf(
  { serverSeed = SEED.second, clientSeed = SENT.second, nonce = 8 }: Rolled,
  version = VERSION,
) {
  const roll = rollOf({ serverSeed, clientSeed, nonce });
  const won = pickItem<Json>(version.items, roll);
  return {
    id: '77',
    caseId: version.caseId,
    versionNumber: version.versionNumber,
    nonce,
    serverSeed,
    serverSeedHash: seedHash(serverSeed),
    clientSeed,
    clientSeedSource: 'REQUEST',
    roll,
    chancePercent: percentOfRolls(widthOf(won)),
    isFlip: version.flipThreshold !== null && roll >= version.flipThreshold,
    item: { id: won.itemId, name: won.name },
  };
}

export const OPENING = openingOf({});
export const FIRST_OPENING = openingOf({ serverSeed: SEED.first, clientSeed: SENT.first, nonce: 7 });
export const WITH_OTHER_SEED = openingOf({ serverSeed: SEED.other });
const HAD: HadBefore = { committedHash: seedHash(SEED.second), sentSeed: SENT.second };

const leavesOfOpening = (opening: Json) => [...leavesOf('CASES', opening), leafOf('CASE_VERSIONS', VERSION)];
export const LOG_OF_OPENING = logOf(leavesOfOpening(OPENING));

export const openingAnswers = (opening: Json, change: Partial<Answers> & { version?: Json; had?: HadBefore } = {}) => {
  const { version = VERSION, had = HAD, ...rest } = change;
  const [link, log] = [playLink('opening', opening, had), LOG_OF_OPENING];
  return { link, public: { '/api/cases/5/versions/3': version }, log, ...rest };
};

const games: Json = JSON.parse(readFileSync(new URL('../../fairness/vectors/games.json', import.meta.url), 'utf8'));
const battleNumber = (id: string): Json => games.battles.find((battle: Json) => battle.id === id);
/** Games of drand, computed by another program: two persons, teams with bots, and a raffle. */
export const [BATTLE, BOTS] = [battleNumber('39'), battleNumber('41')];
export const { raffle: RAFFLE, tickets: TICKETS } = games.raffles[4];

export const battleAnswers = (battle: Json, change: Partial<Answers> = {}): Answers => ({
  link: gameLink('battle', battle.id),
  public: { [`/api/battles/${battle.id}`]: battle },
  log: logOf(leavesOf('BATTLES', battleNumber(battle.id))),
  ...change,
});

export const raffleAnswers = (raffle: Json, tickets: string, log = logOf(leavesOf('RAFFLES', RAFFLE))): Answers => ({
  link: gameLink('raffle', raffle.id),
  public: { [`/api/raffle/${raffle.id}`]: raffle, [`/api/raffle/${raffle.id}/tickets`]: tickets },
  log,
});

export const SEEN_BOTS = {
  ...BOTS,
  status: 'WAITING',
  result: null,
  rounds: [],
  beacon: null,
  seats: BOTS.seats.slice(0, 1),
};
