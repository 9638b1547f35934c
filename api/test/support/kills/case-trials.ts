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
  ],
};
