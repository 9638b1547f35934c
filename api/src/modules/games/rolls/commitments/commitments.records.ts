import { seedHash } from '@lisura/fairness';
import { Type } from 'typebox';
import { listOf, orNull, record, type Static, string } from '../../../../platform/record.ts';

const MAX_COUNT = 100;

export const CommitmentsQuery = Type.Object({
  count: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_COUNT, default: 1, description: 'How many of the coming rolls' }),
  ),
});

const Commitment = record('Commitment', 'The hash that binds the server for one roll', {
  nonce: Type.Integer({ minimum: 1, description: 'The number of the roll', examples: [18] }),
  serverSeedHash: string('HMAC-SHA256 keyed with the server seed over an empty message', seedHash('5e'.repeat(32))),
});
export const Commitments = record('Commitments', 'The hashes of your next rolls', {
  stream: string('Name of the stream of your rolls in the public log', 'user:7'),
  clientSeed: orNull(
    string('Client seed', 'my lucky seed'),
    'Yours, as it stands; null means a random one for each roll',
  ),
  nextNonce: Type.Integer({ minimum: 1, description: 'The nonce of your next roll', examples: [18] }),
  commitments: listOf(Commitment, 'One for each of the coming rolls, in their order'),
});
export type Commitments = Static<typeof Commitments>;
