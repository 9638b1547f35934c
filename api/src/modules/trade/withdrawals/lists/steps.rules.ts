import type { ListedWithdrawal } from './lists.types.ts';

/** What an item goes through on its way, in the order in which it happens. ENDED: it came to nothing. */
export const STEP_NAMES = ['REQUESTED', 'REVIEWED', 'BOUGHT', 'SENT', 'ACCEPTED', 'ENDED'] as const;
export const STEP_STATES = ['DONE', 'NOW', 'LATER', 'FAILED'] as const;

export interface WithdrawalStep {
  name: (typeof STEP_NAMES)[number];
  state: (typeof STEP_STATES)[number];
  /** When it happened; null: it has not, or nobody saw it. */
  at: Date | null;
  /** Until when it has to happen, while it is waited for. */
  deadline: Date | null;
}

type Stepping = Pick<
  ListedWithdrawal,
  'status' | 'createdAt' | 'decidedAt' | 'boughtAt' | 'tradeSentAt' | 'completedAt' | 'updatedAt' | 'sendUntil'
>;

/** Which of BOUGHT, SENT and ACCEPTED a status waits for. */
const AWAITED = { PENDING_APPROVAL: -1, PENDING: 0, WAITING_SELLER: 1, TRADE_SENT: 2, COMPLETED: 3 } as const;

/** Every withdrawal begins with the request; one that a person looks at has a step of its own before the purchase. */
export function stepsOf(withdrawal: Stepping): WithdrawalStep[] {
  const { status, createdAt, decidedAt, boughtAt, tradeSentAt, completedAt, updatedAt, sendUntil } = withdrawal;
  const done = (name: WithdrawalStep['name'], at: Date | null): WithdrawalStep => ({
    name,
    state: 'DONE',
    at,
    deadline: null,
  });
  const requested = done('REQUESTED', createdAt);
  const reviewed = decidedAt === null ? [] : [done('REVIEWED', decidedAt)];
  const way = [
    { name: 'BOUGHT', at: boughtAt, deadline: null },
    { name: 'SENT', at: tradeSentAt, deadline: sendUntil },
    { name: 'ACCEPTED', at: completedAt, deadline: null },
  ] as const;
  if (status === 'CANCELLED' || status === 'FAILED') {
    const taken = way.filter(({ at }) => at !== null).map(({ name, at }) => done(name, at));
    return [requested, ...reviewed, ...taken, { name: 'ENDED', state: 'FAILED', at: updatedAt, deadline: null }];
  }
  const awaited = AWAITED[status];
  const review: WithdrawalStep[] =
    awaited === -1 ? [{ name: 'REVIEWED', state: 'NOW', at: null, deadline: null }] : reviewed;
  const following = way.map(({ name, at, deadline }, place): WithdrawalStep => {
    if (place < awaited) return done(name, at);
    return place === awaited
      ? { name, state: 'NOW', at: null, deadline }
      : { name, state: 'LATER', at: null, deadline: null };
  });
  return [requested, ...review, ...following];
}
