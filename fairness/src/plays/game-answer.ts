import type { BeaconChain } from '../beacon/chain.ts';
import { type JsonFields, orNull, readJson, UnreadableJson } from './read-json.ts';

// Answers of battles and raffles share these readers.

/** A game reveals no seed before its end, and a cancelled one has none to reveal. */
export function checkDecided(game: JsonFields): void {
  const status = game.text('status');
  if (status === 'COMPLETED') return;
  throw new UnreadableJson(`its status is ${status}: there is something to check once it is COMPLETED`);
}

export function checkUndecided(game: JsonFields): void {
  if (game.text('status') !== 'COMPLETED') return;
  throw new UnreadableJson('it was saved after the end, when the outcome was known');
}

/** The randomness of the round is the client seed. */
export interface BeaconRound {
  round: number;
  randomness: string;
  signature: string;
  /** Answers from before the time of publication was told have null. */
  dueAt: string | null;
  /** Answers from before it was told have null. */
  chain: BeaconChain | null;
}

/** A game without a beacon has null. */
export function beaconFrom(game: JsonFields): BeaconRound | null {
  const randomness = game.text('randomness');
  if (randomness === 'server') return null;
  if (randomness !== 'drand') throw new UnreadableJson(`'randomness' must be server or drand`);
  const beacon = game.fields('beacon');
  return {
    round: beacon.integer('round'),
    randomness: beacon.text('randomness'),
    signature: beacon.text('signature'),
    dueAt: orNull(beacon, 'dueAt', beacon.text),
    chain: orNull(beacon, 'chain', (name) => chainFrom(beacon.fields(name))),
  };
}

const chainFrom = (chain: JsonFields): BeaconChain => ({
  hash: chain.text('hash'),
  publicKey: publicKeyFrom(chain, 'publicKey'),
  genesis: chain.integer('genesis'),
  period: chain.integer('period'),
});

/** Reads the answer of a drand relay to `/info`. */
export function chainInfoFrom(answer: unknown): BeaconChain {
  const info = readJson(answer);
  return {
    hash: info.text('hash'),
    publicKey: publicKeyFrom(info, 'public_key'),
    genesis: info.integer('genesis_time'),
    period: info.integer('period'),
  };
}

/** The key must be a compressed point of G2 other than infinity, which would accept any signature. */
function publicKeyFrom(fields: JsonFields, name: string): string {
  const key = fields.text(name);
  if (!/^[89ab][0-9a-f]{191}$/.test(key)) throw new UnreadableJson(`'${name}' must be a key of 192 hex characters`);
  return key;
}

export const beaconRoundFrom = (game: JsonFields): number | null =>
  orNull(game, 'beacon', (name) => game.fields(name).integer('round'));

export function timeFrom(fields: JsonFields, name: string): Date {
  const at = new Date(fields.text(name));
  if (Number.isNaN(at.getTime())) throw new UnreadableJson(`'${name}' must be a time`);
  return at;
}
