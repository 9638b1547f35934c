import type { ItemWithdrawal } from '../../../data/generated/api.ts';

/** What an item goes through on its way to Steam, in the order in which it happens. */
export type StepName = 'requested' | 'reviewed' | 'bought' | 'sent' | 'accepted' | 'delivered' | 'ended';
type StepState = 'done' | 'now' | 'later' | 'failed';

export interface Step {
  name: StepName;
  state: StepState;
  /** When it happened, or until when it must. */
  at: string | null;
}

type Shown = Pick<ItemWithdrawal, 'status' | 'createdAt' | 'sendUntil'> & Partial<Pick<ItemWithdrawal, 'completedAt'>>;

const WAY = ['bought', 'sent', 'accepted', 'delivered'] as const;
/** The step that a status waits for. */
const AWAITED = { PENDING: 0, WAITING_SELLER: 1, TRADE_SENT: 2, COMPLETED: WAY.length } as const;

/** Every withdrawal begins with the request; one that a person looks at has a step of its own before the purchase. */
export function stepsOf({ status, createdAt, sendUntil, completedAt = null }: Shown): Step[] {
  const requested: Step = { name: 'requested', state: 'done', at: createdAt };
  if (status === 'CANCELLED' || status === 'FAILED') return [requested, { name: 'ended', state: 'failed', at: null }];
  const isReviewed = status === 'PENDING_APPROVAL';
  const awaited = isReviewed ? -1 : AWAITED[status];
  const times: Partial<Record<StepName, string | null>> = { sent: sendUntil, delivered: completedAt };
  const way = WAY.map((name, place): Step => {
    const state = place < awaited ? 'done' : place === awaited ? 'now' : 'later';
    return { name, state, at: name === 'sent' && state === 'done' ? null : (times[name] ?? null) };
  });
  return [requested, ...(isReviewed ? [{ name: 'reviewed', state: 'now', at: null } as const] : []), ...way];
}

export const isUnderWay = (status: ItemWithdrawal['status']): boolean =>
  status !== 'COMPLETED' && status !== 'CANCELLED' && status !== 'FAILED';
