import type { RecordedRoll, Verification } from '@lisura/fairness';
import { type Static, Type } from 'typebox';

const Step = Type.Object({
  name: Type.String(),
  explanation: Type.String(),
  computed: Type.String({ description: 'What comes out now' }),
  expected: Type.Union([Type.String(), Type.Null()], {
    description: 'What it must be; null for a step on the way to one that is compared',
  }),
  ok: Type.Boolean(),
});

/** The answer of every verification, beside the id of what was verified. */
export const VerifiedRoll = Type.Object({
  valid: Type.Boolean({ description: 'Every step is ok' }),
  serverSeed: Type.String(),
  serverSeedHash: Type.String(),
  clientSeed: Type.String(),
  nonce: Type.Integer(),
  roll: Type.Integer(),
  steps: Type.Array(Step, { description: 'The computation in its order' }),
  command: Type.String({ description: 'Checks the same on your own machine; nothing is sent anywhere' }),
});

export const exampleVerifiedRoll: Static<typeof VerifiedRoll> = {
  valid: true,
  serverSeed: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  serverSeedHash: '85f815ceddbbdd87e9610621d16b22845473d83626baef15e88904c17be69778',
  clientSeed: 'my lucky seed',
  nonce: 1,
  roll: 1_170_576,
  steps: [
    {
      name: 'roll',
      explanation: 'The modulo plus 1 is the roll recorded',
      computed: '1170576',
      expected: '1170576',
      ok: true,
    },
  ],
  command:
    'npx lisura-verify verify --server-seed=60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752 ' +
    "--client-seed='my lucky seed' --nonce=1 --expected-roll=1170576 " +
    '--hash=85f815ceddbbdd87e9610621d16b22845473d83626baef15e88904c17be69778',
};

export function verifiedRollView(recorded: RecordedRoll, verification: Verification): Static<typeof VerifiedRoll> {
  const { serverSeed, serverSeedHash, clientSeed, nonce, roll } = recorded;
  return { ...verification, serverSeed, serverSeedHash, clientSeed, nonce, roll };
}
