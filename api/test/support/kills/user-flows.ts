import type { Once } from '../../../src/platform/database/idempotency.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { amountsAsText } from '../../../src/platform/money.ts';

/** A use case by its name, with its user; with a key it may be repeated. */
export interface UserFlow {
  name: string;
  userId: Id<'user'>;
  key: string | null;
}

export type FlowOf<Commands> = {
  [Name in keyof Commands & string]: UserFlow & { name: Name; command: Commands[Name] };
}[keyof Commands & string];

export function onceOf<Result>({ userId, key }: UserFlow, view: (result: Result) => object): Once<Result> | null {
  if (key === null) return null;
  return {
    key: { ownerId: userId, key, fingerprint: 'the same request' },
    answer: (result) => ({ status: 200, body: JSON.stringify(view(result), amountsAsText) }),
  };
}

/** Nobody listens to what a flow tells after its commit. */
export const push = { toUser: () => undefined, toAll: () => undefined, toRoom: () => undefined };
export const notifyUser = () => undefined;
