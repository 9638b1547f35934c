import { HASH_MAX, rollOf, seedHash } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import type { RefusedPlay } from './refused-plays.sql.ts';

const EXAMPLE_SEED = '7d1f0c8a5e3b49d2a6c4f8e1b0937d5c2f6a8b4e1d3c5f7a9b8d6e4c2a1f3b5d';
const hashOf = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    'x-fault': 'must be 64 hex characters',
    description,
    examples: [EXAMPLE_SEED],
  });

export const RefusedPlaysQuery = Type.Object({
  after: Type.Optional({ ...IdText, description: 'The last one that was seen', examples: ['0'], default: '0' }),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100, description: 'How many at most' })),
  serverSeedHash: Type.Optional(hashOf('Only those that this hash was shown for')),
});

const RefusedPlayView = Type.Object(
  {
    id: idOf('Id of the refusal; its leaf is `REFUSALS` with this id'),
    serverSeedHash: hashOf('The hash that was shown before the play'),
    nonce: Type.Integer({ minimum: 1, description: 'That the play would have taken', examples: [8] }),
    clientSeed: Type.String({ description: 'That came with the play', examples: ['drawn by the browser'] }),
    code: Type.String({
      description: 'Why it was refused, as `docs/errors.md` has it',
      examples: ['CHANCE_HAS_FALLEN'],
    }),
    at: timeOf('When it was refused'),
    game: Type.String({ description: '`CASES`, `UPGRADES`, `SHOTS` or `BATTLES`', examples: ['UPGRADES'] }),
    terms: Type.Array(Type.Unsafe<string | number | null>({ type: ['string', 'integer', 'null'] }), {
      description:
        'The terms that map a roll to its result. `CASES`: case and version. `UPGRADES`: target, and the requested ' +
        'chance, in ten-thousandths of a percent. `SHOTS`: event and price. `BATTLES`: the battle. Null: the request ' +
        'did not have them',
      examples: [['7', 250_000]],
    }),
    serverSeed: orNull(
      Type.String({ examples: [EXAMPLE_SEED] }),
      'Revealed by the roll that took the nonce later; null before',
    ),
    roll: orNull(
      Type.Integer({ minimum: 1, maximum: HASH_MAX, examples: [1_234_567] }),
      'The roll that the refused play would have had; null before, and if the client seed is a part of another',
    ),
  },
  { title: 'RefusedPlay', description: 'A play that was refused after its client seed had arrived, for one nonce' },
);

const exampleRefusal: Static<typeof RefusedPlayView> = {
  id: '1',
  serverSeedHash: seedHash(EXAMPLE_SEED),
  nonce: 8,
  clientSeed: 'drawn by the browser',
  code: 'CHANCE_HAS_FALLEN',
  at: '2026-11-19T12:00:00.000Z',
  game: 'UPGRADES',
  terms: ['7', 250_000],
  serverSeed: EXAMPLE_SEED,
  roll: rollOf({ serverSeed: EXAMPLE_SEED, clientSeed: 'drawn by the browser', nonce: 8, max: HASH_MAX }),
};

export const RefusedPlaysView = Type.Object(
  { refusals: Type.Array(RefusedPlayView, { description: 'The oldest first' }) },
  { title: 'RefusedPlays', examples: [{ refusals: [exampleRefusal] }] },
);

/** Bots roll with a client seed that is computed from all that are given, so the one given is not that of a roll. */
const isOfBots = ({ stream }: RefusedPlay) => stream.startsWith('battle:');

export function refusedPlayView(refused: RefusedPlay): Static<typeof RefusedPlayView> {
  const { stream: _stream, ...play } = refused;
  const { serverSeed, clientSeed, nonce } = play;
  const roll =
    serverSeed === null || isOfBots(refused) ? null : rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
  return { ...play, terms: [...play.terms], at: play.at.toISOString(), roll };
}
