import type { BeaconChain } from '../beacon/chain.ts';
import { type JsonFields, orNull, readJson, UnreadableJson } from './read-json.ts';

// What the answers of battles and of raffles have in common.

/** Before its end a game reveals no seed, and one that was called off has none to reveal. */
export function checkDecided(game: JsonFields): void {
  const status = game.text('status');
  if (status === 'COMPLETED') return;
  throw new UnreadableJson(`its status is ${status}: there is something to check once it is COMPLETED`);
}

/** What was saved when the outcome was known proves nothing. */
export function checkUndecided(game: JsonFields): void {
  if (game.text('status') !== 'COMPLETED') return;
  throw new UnreadableJson('it was saved after the end, when the outcome was known');
}

/** A round of a public beacon, whose randomness is the client seed. */
export interface BeaconRound {
  round: number;
  randomness: string;
  signature: string;
  /** When the round is published; null in answers from before it was told. */
  dueAt: string | null;
  /** Null in answers from before it was told. */
  chain: BeaconChain | null;
}

/** Null where a game was played without a beacon. */
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

/** From what a relay of drand answers to `/info`. */
export function chainInfoFrom(answer: unknown): BeaconChain {
  const info = readJson(answer);
  return {
    hash: info.text('hash'),
    publicKey: publicKeyFrom(info, 'public_key'),
    genesis: info.integer('genesis_time'),
    period: info.integer('period'),
  };
}

/** A point of G2 that is written in short and is not the one at infinity, which would take any signature. */
function publicKeyFrom(fields: JsonFields, name: string): string {
  const key = fields.text(name);
  if (!/^[89ab][0-9a-f]{191}$/.test(key)) throw new UnreadableJson(`'${name}' must be a key of 192 hex characters`);
  return key;
}

/** The round that was named, whether it is known or not. */
export const beaconRoundFrom = (game: JsonFields): number | null =>
  orNull(game, 'beacon', (name) => game.fields(name).integer('round'));

/** A moment, as every answer tells it. */
export function timeFrom(fields: JsonFields, name: string): Date {
  const at = new Date(fields.text(name));
  if (Number.isNaN(at.getTime())) throw new UnreadableJson(`'${name}' must be a time`);
  return at;
}
