import { seedHash } from '@lisura/fairness';
import { Type } from 'typebox';

const MAX_COUNT = 100;

export const CommitmentsQuery = Type.Object({
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_COUNT, default: 1, description: 'How many of the coming rolls' }),
  ),
});

export const Commitments = Type.Object(
  {
    stream: Type.String({ description: 'Name of the stream of your rolls in the public log' }),
    clientSeed: Type.Union([Type.String(), Type.Null()], {
      description: 'Yours, as it stands; null means a random one for each roll',
    }),
    nextNonce: Type.Integer({ minimum: 1, description: 'The nonce of your next roll' }),
    commitments: Type.Array(
      Type.Object(
        {
          nonce: Type.Integer({ minimum: 1, description: 'The number of the roll' }),
          serverSeedHash: Type.String({ description: 'HMAC-SHA256 keyed with the server seed over an empty message' }),
        },
        { title: 'Commitment', description: 'The hash that binds the server for one roll' },
      ),
      { description: 'One for each of the coming rolls, in their order' },
    ),
  },
  {
    title: 'Commitments',
    examples: [
      {
        stream: 'user:7',
        clientSeed: 'my lucky seed',
        nextNonce: 18,
        commitments: [{ nonce: 18, serverSeedHash: seedHash('5e'.repeat(32)) }],
      },
    ],
  },
);
