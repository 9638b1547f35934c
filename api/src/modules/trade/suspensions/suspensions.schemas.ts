import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { IdText, idOf, timeOf } from '../../../platform/schemas.ts';
import type { Suspension } from './suspensions.types.ts';

export const SuspensionsQuery = pageQuery({});
export const SuspensionParams = Type.Object({ userId: { ...IdText, description: 'The user' } });
export const LiftBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the audit trail' }) },
  {
    title: 'SuspensionLift',
    description: 'Why a suspension is lifted',
    examples: [{ reason: 'The seller took the item back, and the user was paid for it' }],
  },
);

const exampleSuspension = {
  userId: '1',
  username: 'Ana',
  since: '2026-11-15T12:00:00.000Z',
  reason: 'Trade was rolled back by the buyer',
  withdrawalId: '1',
};

export const SuspensionView = Type.Object(
  {
    userId: idOf('The suspended user'),
    username: Type.String({ description: 'Their name' }),
    since: timeOf('Since when'),
    reason: Type.String({ description: 'Why the trade was reversed, from the marketplace' }),
    withdrawalId: idOf('The withdrawal whose trade was reversed'),
  },
  {
    title: 'WithdrawalSuspension',
    description: 'A user who neither withdraws nor swaps until an administrator has decided',
    examples: [exampleSuspension],
  },
);
export const SuspensionList = listOf(SuspensionView, {
  description: 'Users who can neither withdraw nor swap',
  examples: [{ data: [exampleSuspension], meta: { page: 1, limit: 20, total: 1 } }],
});

export const suspensionView = ({
  userId,
  username,
  since,
  reason,
  withdrawalId,
}: Suspension): Static<typeof SuspensionView> => ({
  userId,
  username,
  since: since.toISOString(),
  reason,
  withdrawalId,
});
