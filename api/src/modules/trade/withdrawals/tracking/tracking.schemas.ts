import { type Static, Type } from 'typebox';
import { IdText, idOf, orNull } from '../../../../platform/schemas.ts';
import { WITHDRAWAL_STATUSES, type Withdrawal, type WithdrawalStatus } from '../withdrawals.types.ts';

export const RefreshParams = Type.Object({ id: { ...IdText, description: 'The withdrawal' } });

export const RefreshedWithdrawal = Type.Object(
  {
    id: idOf('The withdrawal'),
    status: Type.Unsafe<WithdrawalStatus>({
      type: 'string',
      enum: [...WITHDRAWAL_STATUSES],
      description: 'Status of the withdrawal, as the marketplace has just reported',
    }),
    marketStatus: orNull(
      Type.Integer({ minimum: 0, maximum: 6 }),
      'The last status that the marketplace gave the trade, 0 to 6; null before the first',
    ),
    tradeId: orNull(Type.String(), 'The trade offer on Steam; null before the seller has sent it'),
  },
  {
    title: 'RefreshedWithdrawal',
    description: 'The status of a withdrawal',
    examples: [{ id: '42', status: 'TRADE_SENT', marketStatus: 4, tradeId: '5551234567' }],
  },
);

export const refreshedView = ({
  id,
  status,
  marketStatus,
  tradeId,
}: Withdrawal): Static<typeof RefreshedWithdrawal> => ({ id, status, marketStatus, tradeId });
