import { HASH_MAX, rollOf, seedHash } from '@lisura/fairness';
import { Type } from 'typebox';
import { listOf, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { IdText, idOf } from '../../../../platform/schemas.ts';
import type { Stream } from '../rolls.records.ts';

const EXAMPLE = {
  serverSeed: '7d1f0c8a5e3b49d2a6c4f8e1b0937d5c2f6a8b4e1d3c5f7a9b8d6e4c2a1f3b5d',
  clientSeed: 'drawn by the browser',
  nonce: 8,
};
const hashOf = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    'x-fault': 'must be 64 hex characters',
    description,
    examples: [seedHash(EXAMPLE.serverSeed)],
  });

export const RefusedPlaysQuery = Type.Object({
  after: Type.Optional({ ...IdText, description: 'The last one that was seen', examples: ['0'], default: '0' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many at most' })),
  serverSeedHash: Type.Optional(hashOf('Only those that this hash was shown for')),
});

const RefusedPlay = record('RefusedPlay', 'A play that was refused after its client seed had arrived, for one nonce', {
  id: idOf('Id of the refusal; its leaf is `REFUSALS` with this id'),
  serverSeedHash: hashOf('The hash that was shown before the play'),
  nonce: Type.Integer({ minimum: 1, description: 'That the play would have taken', examples: [EXAMPLE.nonce] }),
  clientSeed: string('That came with the play', EXAMPLE.clientSeed),
  code: string('Why it was refused: the `ErrorCode` of the answer', 'CHANCE_HAS_FALLEN'),
  at: time('When it was refused', '2026-11-19T12:00:00.000Z'),
  game: string('`CASES`, `UPGRADES`, `SHOTS` or `BATTLES`', 'UPGRADES'),
  terms: Type.Array(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), {
    description:
      'The terms that map a roll to its result. `CASES`: case and version. `UPGRADES`: target, and the requested ' +
      'chance, in ten-thousandths of a percent. `SHOTS`: event and price. `BATTLES`: the battle. Null: the request ' +
      'did not have them',
    examples: [['7', 250_000]],
  }),
  serverSeed: orNull(
    string('Server seed', EXAMPLE.serverSeed),
    'Revealed by the roll that took the nonce later; null before',
  ),
  roll: orNull(
    Type.Unsafe<number>(
      Type.Integer({ minimum: 1, maximum: HASH_MAX, examples: [rollOf({ ...EXAMPLE, max: HASH_MAX })] }),
    ),
    'The roll that the refused play would have had; null before, and if the client seed is a part of another',
  ),
});
type RefusedPlay = Static<typeof RefusedPlay>;

export const RefusedPlays = record('RefusedPlays', 'Refused plays', {
  refusals: listOf(RefusedPlay, 'The oldest first'),
});

export interface StoredRefusal extends Omit<RefusedPlay, 'nonce' | 'terms' | 'roll'> {
  stream: string;
  nonce: string;
  /** JSON. */
  terms: string;
}

export interface RefusedRolls {
  stream: Stream;
  firstNonce: number | null;
  count: number;
  terms: readonly (string | number | null)[];
}

/** A bot's client seed is computed from those of all players, so the given one decides no roll. */
const isOfBots = (stream: string) => stream.startsWith('battle:');

export function refusedPlayView({ stream, ...refused }: StoredRefusal): RefusedPlay {
  const { serverSeed, clientSeed } = refused;
  const nonce = Number(refused.nonce);
  const roll =
    serverSeed === null || isOfBots(stream) ? null : rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  return { ...refused, nonce, terms: JSON.parse(refused.terms), roll };
}
