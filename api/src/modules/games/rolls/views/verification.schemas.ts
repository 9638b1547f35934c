import type { RecordedRoll, Verification } from '@lisura/fairness';
import { type Static, Type } from 'typebox';
import { ClientSeedSourceView } from './roll.schemas.ts';

const Step = Type.Object(
  {
    name: Type.String({ description: 'Names the step' }),
    explanation: Type.String({ description: 'The computation, in plain words' }),
    computed: Type.String({ description: 'Result of the computation' }),
    expected: Type.Union([Type.String(), Type.Null()], {
      description: 'Expected result; null for a step on the way to one that is compared',
    }),
    ok: Type.Boolean({ description: 'Whether it is as it must be' }),
  },
  { title: 'VerificationStep', description: 'One step of the computation' },
);

/** The answer of every verification, beside the id of what was verified. */
export const VerifiedRoll = Type.Object({
  valid: Type.Boolean({ description: 'Every step is ok' }),
  serverSeed: Type.String({ description: 'Revealed with the result' }),
  serverSeedHash: Type.String({ description: 'Hash that bound the server before' }),
  clientSeed: Type.String({ description: 'The client seed that it was drawn with' }),
  clientSeedSource: ClientSeedSourceView,
  nonce: Type.Integer({ description: 'The number of the roll in its stream' }),
  roll: Type.Integer({ description: 'The number that was drawn' }),
  steps: Type.Array(Step, { description: 'The computation in its order' }),
  notes: Type.Array(Type.String(), {
    description: 'Limits of the proof although the roll is valid, in plain words, and how to prove more',
  }),
  command: Type.String({
    description:
      'Command that checks the same on your own machine, without an account: it holds the play, and asks this server ' +
      'for the public data of the game',
  }),
});

export const exampleVerifiedRoll: Static<typeof VerifiedRoll> = {
  valid: true,
  serverSeed: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  serverSeedHash: '85f815ceddbbdd87e9610621d16b22845473d83626baef15e88904c17be69778',
  clientSeed: 'my lucky seed',
  clientSeedSource: 'REQUEST',
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
  notes: [],
  command: `npx @lisura/fairness opening --opening='{"caseId":"1","versionNumber":1,…}' --server='https://lisura.example'`,
};

export function verifiedRollView(
  recorded: RecordedRoll,
  verification: Verification,
  command: string,
): Static<typeof VerifiedRoll> {
  const { serverSeed, serverSeedHash, clientSeed, clientSeedSource, nonce, roll } = recorded;
  return { ...verification, serverSeed, serverSeedHash, clientSeed, clientSeedSource, nonce, roll, command };
}
