import { HASH_MAX, rollOf, seedHash, verifySeed } from '@lisura/fairness';
import { Type } from 'typebox';
import { flag, integer, record, type Static, string } from '../../../../platform/record.ts';

const MAX_SEED_LENGTH = 256;

/** The documented answer reports this without a `max`, although the roll uses 10000000. */
const REPORTED_DEFAULT_MAX = 100_000;

const SERVER_SEED = '7d1f0c8a5e3b49d2a6c4f8e1b0937d5c2f6a8b4e1d3c5f7a9b8d6e4c2a1f3b5d';
const SERVER_SEED_HASH = seedHash(SERVER_SEED);
const CLIENT_SEED = 'my lucky seed';

const Seed = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_SEED_LENGTH, description, examples: [SERVER_SEED] });
const ServerSeed = Seed('The revealed server seed');
const ClientSeed = Type.String({
  minLength: 1,
  maxLength: MAX_SEED_LENGTH,
  description: 'The client seed of the roll',
  examples: [CLIENT_SEED],
});
const Hash = string('64 hex characters', SERVER_SEED_HASH);
const Nonce = Type.Union(
  [Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), Type.String({ format: 'safe-integer' })],
  {
    description: 'The number of the roll among those of its player; digits in a string are taken as the number',
    'x-fault': 'must be a whole number from 0 to 9007199254740991',
    examples: [1],
  },
);
const Max = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: HASH_MAX,
    description: 'The highest possible roll; 10000000 when omitted',
    examples: [HASH_MAX],
  }),
);
const EchoedMax = integer(
  'The `max` sent. When none was sent it reads 100000, although the roll was made with 10000000',
  HASH_MAX,
);
const Valid = flag('Whether it is as expected', true);

export const GenerateSeedsBody = Type.Object(
  {
    clientSeed: Type.Optional(
      Type.String({
        maxLength: MAX_SEED_LENGTH,
        description: 'Yours; a random one is made when it is absent or empty',
      }),
    ),
  },
  { examples: [{}] },
);

export const GeneratedSeeds = record('GeneratedSeeds', 'A pair of seeds, the server seed as its hash', {
  serverSeedHash: Hash,
  clientSeed: string('Yours, or the random one that was made', CLIENT_SEED),
});

export const VerifySeedBody = Type.Object(
  {
    serverSeed: ServerSeed,
    expectedHash: Type.String({ maxLength: MAX_SEED_LENGTH, description: 'The hash shown before the bet' }),
  },
  { examples: [{ serverSeed: SERVER_SEED, expectedHash: SERVER_SEED_HASH }] },
);
type VerifySeedBody = Static<typeof VerifySeedBody>;

export const VerifiedSeed = record('VerifiedSeed', 'Whether a seed has the expected hash', {
  serverSeed: string('As sent', SERVER_SEED),
  serverSeedHash: string('The expected hash as sent', SERVER_SEED_HASH),
  clientSeed: string('Always empty', ''),
  valid: Valid,
});

const rollInputs = { serverSeed: ServerSeed, clientSeed: ClientSeed, nonce: Nonce, max: Max };
const exampleInputs = { serverSeed: SERVER_SEED, clientSeed: CLIENT_SEED, nonce: 1 };
const exampleRoll = rollOf(exampleInputs);

export const CalculateResultBody = Type.Object(rollInputs, { examples: [{ ...exampleInputs, max: HASH_MAX }] });
type CalculateResultBody = Static<typeof CalculateResultBody>;

const rollOutputs = {
  serverSeed: string('As sent', SERVER_SEED),
  serverSeedHash: Hash,
  clientSeed: string('As sent', CLIENT_SEED),
  nonce: integer('As sent', 1),
  roll: Type.Integer({ description: 'From 1 to the `max` used', examples: [exampleRoll] }),
  max: EchoedMax,
};
export const CalculatedResult = record('CalculatedResult', 'A roll with its inputs', rollOutputs);

export const VerifyResultBody = Type.Object(
  { ...rollInputs, expectedRoll: Type.Number({ description: 'The roll to hold against', examples: [exampleRoll] }) },
  { examples: [{ ...exampleInputs, expectedRoll: exampleRoll, max: HASH_MAX }] },
);
type VerifyResultBody = Static<typeof VerifyResultBody>;

export const VerifiedResult = record('VerifiedResult', 'A roll with its inputs, and whether it is the expected one', {
  ...rollOutputs,
  valid: Valid,
});

export function verifiedSeedView({ serverSeed, expectedHash }: VerifySeedBody): Static<typeof VerifiedSeed> {
  return { serverSeed, serverSeedHash: expectedHash, clientSeed: '', valid: verifySeed(serverSeed, expectedHash) };
}

export function calculatedResultView(body: CalculateResultBody): Static<typeof CalculatedResult> {
  const { serverSeed, clientSeed, max } = body;
  const nonce = Number(body.nonce);
  return {
    serverSeed,
    serverSeedHash: seedHash(serverSeed),
    clientSeed,
    nonce,
    roll: rollOf({ serverSeed, clientSeed, nonce, max: max ?? HASH_MAX }),
    max: max ?? REPORTED_DEFAULT_MAX,
  };
}

export function verifiedResultView(body: VerifyResultBody): Static<typeof VerifiedResult> {
  const result = calculatedResultView(body);
  return { ...result, valid: result.roll === body.expectedRoll };
}
