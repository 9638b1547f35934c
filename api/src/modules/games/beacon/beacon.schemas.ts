import { type Static, Type } from 'typebox';
import { orNull, Timestamp } from '../../../platform/schemas.ts';
import type { NamedRound } from './beacon.types.ts';

const ChainView = Type.Object({
  hash: Type.String({ description: 'Hash that names the chain' }),
  publicKey: Type.String({ description: 'That its rounds are signed with, a point of G2 of BLS12-381' }),
  genesis: Type.Integer({ description: 'When its first round was published, in seconds since 1970' }),
  period: Type.Integer({ description: 'Seconds from one round to the next' }),
});

/** Every game that a beacon may decide has it. */
export const BeaconDelayField = orNull(
  Type.Integer({ minimum: 1, examples: [30] }),
  'The public beacon that decides, if one does: its round is the first that is published at least so many seconds ' +
    'after the last seat is taken, or the sales are closed. Null without a beacon, and in games from before this was a ' +
    'part of the terms',
);

/** A round of public randomness, as every game that a beacon decides shows it. */
export const BeaconView = Type.Object({
  round: Type.Integer({
    description: 'The round of the public beacon: it follows from when everything else was fixed, and from the delay',
  }),
  dueAt: orNull(Timestamp, 'When it is published; null where that was not kept'),
  randomness: orNull(Type.String({ pattern: '^[0-9a-f]{64}$' }), 'The client seed of every roll; null until the end'),
  signature: orNull(Type.String(), 'The signature that its randomness is the SHA-256 of; null until the end'),
  chain: orNull(ChainView, 'Whose round it is; null until the end, and where that was not kept'),
});

export const beaconView = ({ round, at, randomness, signature, chain }: NamedRound): Static<typeof BeaconView> => ({
  round,
  dueAt: at?.toISOString() ?? null,
  randomness,
  signature,
  chain,
});
