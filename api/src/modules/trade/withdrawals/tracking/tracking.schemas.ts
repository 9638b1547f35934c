import { type Static, Type } from 'typebox';
import { listOf, pageQuery } from '../../../../platform/lists.ts';
import { IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { WITHDRAWAL_STATUSES, type Withdrawal, type WithdrawalStatus } from '../withdrawals.types.ts';
import type { Suspension } from './tracking.types.ts';

export const RefreshParams = Type.Object({ id: { ...IdText, description: 'The withdrawal' } });

export const RefreshedWithdrawal = Type.Object(
  {
    id: idOf('The withdrawal'),
    status: Type.Unsafe<WithdrawalStatus>({
      type: 'string',
      enum: [...WITHDRAWAL_STATUSES],
      description: 'How far it is, as the marketplace has just said',
    }),
    marketStatus: orNull(
      Type.Integer({ minimum: 0, maximum: 6 }),
      'The last status that the marketplace gave the trade, 0 to 6; null before the first',
    ),
    tradeId: orNull(Type.String(), 'The trade offer on Steam; null before the seller has sent it'),
  },
  {
    title: 'RefreshedWithdrawal',
    description: 'Where a withdrawal stands',
    examples: [{ id: '42', status: 'TRADE_SENT', marketStatus: 4, tradeId: '5551234567' }],
  },
);

export const refreshedView = ({
  id,
  status,
  marketStatus,
  tradeId,
}: Withdrawal): Static<typeof RefreshedWithdrawal> => ({ id, status, marketStatus, tradeId });

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
    userId: idOf('Who withdraws no items'),
    username: Type.String({ description: 'Their name' }),
    since: timeOf('Since when'),
    reason: Type.String({ description: 'Why the trade was reversed, as the marketplace says' }),
    withdrawalId: idOf('The withdrawal whose trade was reversed'),
  },
  {
    title: 'WithdrawalSuspension',
    description: 'A user who withdraws no items until an administrator has decided',
    examples: [exampleSuspension],
  },
);
export const SuspensionList = listOf(SuspensionView, {
  description: 'Those who withdraw no items',
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
