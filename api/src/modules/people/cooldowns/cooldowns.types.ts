/** What withdrawals wait after: somebody else may have done it, and its owner has to have the time to see that. */
const WAIT_CAUSES = ['SECOND_FACTOR', 'PIX_KEY'] as const;
export type WaitCause = (typeof WAIT_CAUSES)[number];
