import { createPlayer } from '../people.ts';
import { type CaseFlow, runFlow } from './case-flows.ts';
import type { Trials } from './stage.ts';

/** Openings of cases. */
export const caseTrials: Trials<CaseFlow> = {
  kind: 'cases',
  runFlow,
  trials: [
    {
      title: 'opening cases',
      flow: ({ caseId }, { userId }) => ({ name: 'openCases', userId, key: null, command: { caseId, quantity: 3 } }),
      change: {
        balanceCents: -450,
        transfers: ['CASE_OPEN 450'],
        items: Array(6).fill('AVAILABLE'),
        openings: ['1 for 150', '2 for 150', '3 for 150'],
        progress: ['wagered 450, given 0 tickets, spent 0'],
      },
    },
    {
      title: 'opening a case with an Idempotency-Key',
      flow: ({ caseId }, { userId }) => ({ name: 'openCases', userId, key: 'again', command: { caseId, quantity: 1 } }),
      change: {
        balanceCents: -150,
        transfers: ['CASE_OPEN 150'],
        items: Array(4).fill('AVAILABLE'),
        openings: ['1 for 150'],
        progress: ['wagered 150, given 0 tickets, spent 0'],
        keys: ['again 200'],
      },
    },
    {
      title: 'opening a case with an Idempotency-Key beside a refused player and one without a key',
      flow: async ({ db, caseId }, { userId }) => {
        const [poor, keyless] = [await createPlayer(db, 149), await createPlayer(db, 1_000)];
        const command = { caseId, poorId: poor.userId, keylessId: keyless.userId };
        return { name: 'openTogether', userId, key: 'again', command };
      },
      change: {
        balanceCents: -150,
        transfers: ['CASE_OPEN 150'],
        items: Array(4).fill('AVAILABLE'),
        openings: ['1 for 150'],
        progress: ['wagered 150, given 0 tickets, spent 0'],
        keys: ['again 200'],
      },
    },
  ],
};
