import { type JsonFields, orNull, UnreadableJson } from './read-json.ts';

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
  };
}

/** The round that was named, whether it is known or not. */
export const beaconRoundFrom = (game: JsonFields): number | null =>
  orNull(game, 'beacon', (name) => game.fields(name).integer('round'));
