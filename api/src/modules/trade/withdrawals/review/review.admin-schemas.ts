import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { centsOf, IdText, idOf, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import {
  type AtRisk,
  debtFields,
  debtView,
  exampleDebt,
  exampleRisk,
  RiskView,
  riskView,
} from '../../suspensions/index.ts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../withdrawals.types.ts';
import type { ReviewedWithdrawal } from './review.types.ts';

const MAX_REASON_LENGTH = 500;

export const ReviewParams = Type.Object({ id: idOf('Id of the withdrawal') });

const statusOf = (description: string) =>
  Type.Unsafe<WithdrawalStatus>({ type: 'string', enum: [...WITHDRAWAL_STATUSES], description });

export const ReviewQuery = walkQuery('Only withdrawals that were asked for before this one', {
  status: Type.Optional(statusOf('Only those; all when omitted. `PENDING_APPROVAL` is what waits for you')),
  userId: Type.Optional({ ...IdText, description: 'Only those of this user' }),
});

export const ApproveBody = Type.Object(
  {
    reason: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_REASON_LENGTH,
        pattern: '\\S',
        description: 'Why, for the audit trail',
      }),
    ),
  },
  { examples: [{ reason: 'The account is known' }, {}] },
);

export const RejectBody = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: MAX_REASON_LENGTH,
      pattern: '\\S',
      description: 'Why; the user reads it, so in Portuguese',
    }),
  },
  { examples: [{ reason: 'Atividade suspeita na conta.' }] },
);

const example = {
  id: '42',
  userId: '17',
  username: 'Bia',
  inventoryItemId: '90210',
  itemId: '77',
  itemName: 'AK-47 | Redline (Field-Tested)',
  status: 'PENDING_APPROVAL',
  autoApproved: false,
  projectId: 'wd_90210_1794830400000',
  marketId: null,
  marketStatus: null,
  tradeId: null,
  skinValueUsdCents: '1500',
  maxPayCents: '1250',
  pricePaidCents: '0',
  failureReason: null,
  sendUntil: null,
  createdAt: '2026-11-15T12:00:00.000Z',
  updatedAt: '2026-11-15T12:00:00.000Z',
  completedAt: null,
  decidedBy: null,
  decidedAt: null,
  ...exampleDebt,
  risk: exampleRisk,
};

export const AdminWithdrawal = Type.Object(
  {
    id: idOf('Id of the withdrawal'),
    userId: idOf('Id of the owner'),
    username: Type.String({ description: 'Their name' }),
    inventoryItemId: idOf('The item in their inventory'),
    itemId: idOf('Id of the item in the catalogue'),
    itemName: Type.String({ description: 'Display name' }),
    status: statusOf('Status of the withdrawal'),
    autoApproved: Type.Boolean({ description: 'Whether no person had to look at it' }),
    projectId: Type.String({ description: 'Under which it is bought' }),
    marketId: orNull(Type.String(), 'Id of the purchase on the marketplace; null before'),
    marketStatus: orNull(Type.Integer(), 'The marketplace’s own status of the trade, 0 to 6; null before'),
    tradeId: orNull(Type.String(), 'Id of the trade offer; null before'),
    skinValueUsdCents: centsOf('Worth of the item at the time of the request, in cents of USD'),
    maxPayCents: centsOf('The most that may be paid for it, in cents of USD'),
    pricePaidCents: centsOf('Price that was paid for it, in cents of USD; 0 before'),
    failureReason: orNull(Type.String(), 'Why it was cancelled or failed'),
    sendUntil: orNull(Timestamp, 'Until when the seller has to send it, where that is known'),
    createdAt: timeOf('When it was asked for'),
    updatedAt: timeOf('When it changed last'),
    completedAt: orNull(Timestamp, 'When the item arrived'),
    decidedBy: orNull(IdText, 'The administrator who approved or rejected it'),
    decidedAt: orNull(Timestamp, 'When they did'),
    ...debtFields,
    risk: RiskView,
  },
  {
    title: 'AdminItemWithdrawal',
    description: 'A withdrawal of an item as administrators see it',
    examples: [example],
  },
);

export const AdminWithdrawalList = listOf(AdminWithdrawal, {
  examples: [{ data: [example], meta: { page: 1, limit: 20, total: 1 } }],
});

export function adminWithdrawalView(withdrawal: AtRisk<ReviewedWithdrawal>): Static<typeof AdminWithdrawal> {
  const { id, userId, username, inventoryItemId, itemId, itemName, status, autoApproved } = withdrawal;
  const { projectId, marketId, marketStatus, tradeId, failureReason, decidedBy } = withdrawal;
  return {
    id,
    userId,
    username,
    inventoryItemId,
    itemId,
    itemName,
    status,
    autoApproved,
    projectId,
    marketId,
    marketStatus,
    tradeId,
    skinValueUsdCents: withdrawal.skinValueUsdCents.toString(),
    maxPayCents: withdrawal.maxPayCents.toString(),
    pricePaidCents: withdrawal.pricePaidCents.toString(),
    failureReason,
    sendUntil: withdrawal.sendUntil?.toISOString() ?? null,
    createdAt: withdrawal.createdAt.toISOString(),
    updatedAt: withdrawal.updatedAt.toISOString(),
    completedAt: withdrawal.completedAt?.toISOString() ?? null,
    decidedBy,
    decidedAt: withdrawal.decidedAt?.toISOString() ?? null,
    ...debtView(withdrawal),
    risk: riskView(withdrawal.risk),
  };
}
