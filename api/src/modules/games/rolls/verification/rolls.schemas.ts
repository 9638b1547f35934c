import { HASH_MAX, rollOf, seedHash, verifySeed } from '@lisura/fairness';
import { type Static, Type } from 'typebox';

const MAX_SEED_LENGTH = 256;

/** What the answer reports where the caller gave no `max`. The roll itself uses 10000000; kept as documented. */
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
const Hash = Type.String({ description: '64 hex characters', examples: [SERVER_SEED_HASH] });
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
const EchoedMax = Type.Integer({
  description: 'The `max` sent. When none was sent it reads 100000, although the roll was made with 10000000',
  examples: [REPORTED_DEFAULT_MAX],
});
const Valid = Type.Boolean({ description: 'Whether it is as expected', examples: [true] });

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

export const GeneratedSeeds = Type.Object(
  {
    serverSeedHash: Hash,
    clientSeed: Type.String({ description: 'Yours, or the random one that was made', examples: [CLIENT_SEED] }),
  },
  { title: 'GeneratedSeeds', examples: [{ serverSeedHash: SERVER_SEED_HASH, clientSeed: CLIENT_SEED }] },
);

export const VerifySeedBody = Type.Object(
  {
    serverSeed: ServerSeed,
    expectedHash: Type.String({ maxLength: MAX_SEED_LENGTH, description: 'The hash shown before the bet' }),
  },
  { examples: [{ serverSeed: SERVER_SEED, expectedHash: SERVER_SEED_HASH }] },
);
type VerifySeedBody = Static<typeof VerifySeedBody>;

export const VerifiedSeed = Type.Object(
  {
    serverSeed: Type.String({ description: 'As sent' }),
    serverSeedHash: Type.String({ description: 'The expected hash as sent' }),
    clientSeed: Type.String({ description: 'Always empty' }),
    valid: Valid,
  },
  {
    title: 'VerifiedSeed',
    examples: [{ serverSeed: SERVER_SEED, serverSeedHash: SERVER_SEED_HASH, clientSeed: '', valid: true }],
  },
);

const rollInputs = { serverSeed: ServerSeed, clientSeed: ClientSeed, nonce: Nonce, max: Max };
const exampleInputs = { serverSeed: SERVER_SEED, clientSeed: CLIENT_SEED, nonce: 1 };
const exampleRoll = rollOf(exampleInputs);

export const CalculateResultBody = Type.Object(rollInputs, { examples: [{ ...exampleInputs, max: HASH_MAX }] });
type CalculateResultBody = Static<typeof CalculateResultBody>;

const rollOutputs = {
  serverSeed: Type.String({ description: 'As sent' }),
  serverSeedHash: Hash,
  clientSeed: Type.String({ description: 'As sent' }),
  nonce: Type.Integer({ description: 'As sent' }),
  roll: Type.Integer({ description: 'From 1 to the `max` used', examples: [exampleRoll] }),
  max: EchoedMax,
};
const exampleOutputs = { ...exampleInputs, serverSeedHash: SERVER_SEED_HASH, roll: exampleRoll, max: HASH_MAX };

export const CalculatedResult = Type.Object(rollOutputs, { title: 'CalculatedResult', examples: [exampleOutputs] });

export const VerifyResultBody = Type.Object(
  { ...rollInputs, expectedRoll: Type.Number({ description: 'The roll to hold against', examples: [exampleRoll] }) },
  { examples: [{ ...exampleInputs, expectedRoll: exampleRoll, max: HASH_MAX }] },
);
type VerifyResultBody = Static<typeof VerifyResultBody>;

export const VerifiedResult = Type.Object(
  { ...rollOutputs, valid: Valid },
  { title: 'VerifiedResult', examples: [{ ...exampleOutputs, valid: true }] },
);

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
