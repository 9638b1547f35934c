import { Type } from 'typebox';
import type { Id } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import type { Cents } from '../../../../platform/money.ts';
import { id, orNull, record, string } from '../../../../platform/record.ts';
import { IdText } from '../../../../platform/schemas.ts';
import { debtFields, Risk, type UserDebt } from '../../suspensions/index.ts';
import { type ItemWithdrawal, itemName, statusField, storedFields } from '../item-withdrawals.records.ts';

export const ReviewQuery = walkQuery('Only withdrawals that were asked for before this one', {
  status: Type.Optional(statusField('Only those; all when omitted. `PENDING_APPROVAL` is what waits for you')),
  userId: Type.Optional({ ...IdText, description: 'Only those of this user' }),
});

const reason = (description: string) => Type.String({ minLength: 1, maxLength: 500, pattern: '\\S', description });
export const ApproveBody = Type.Object(
  { reason: Type.Optional(reason('Why, for the audit trail')) },
  { examples: [{ reason: 'The account is known' }, {}] },
);
export const RejectBody = Type.Object(
  { reason: reason('Why; the user reads it, so in Portuguese') },
  { examples: [{ reason: 'Atividade suspeita na conta.' }] },
);

/** The audit trail and proposals know it by this name. */
export const REVIEW_ENTITY = 'skin-withdrawal';

const { orderId: _order, boughtAt: _bought, tradeSentAt: _sent, reversedAt: _reversed, ...shown } = storedFields;
export const AdminItemWithdrawal = record('AdminItemWithdrawal', 'A withdrawal of an item as administrators see it', {
  ...shown,
  itemName,
  username: string('Name of the owner', 'Bia'),
  decidedBy: orNull(id<'user'>('The administrator'), 'The administrator who approved or rejected it', null),
  ...debtFields,
  risk: Risk,
});
export const AdminItemWithdrawalList = listOf(AdminItemWithdrawal, {
  examples: [{ data: AdminItemWithdrawal.examples, meta: { page: 1, limit: 20, total: 1 } }],
});

export interface ReviewedItemWithdrawal extends ItemWithdrawal, UserDebt {
  username: string;
  decidedBy: Id<'user'> | null;
}

export interface WaitingItemWithdrawal extends ItemWithdrawal {
  marketHashName: string;
  valueCents: Cents;
  valueCentsBrl: Cents;
  platformId: string;
  tradeUrl: string | null;
  isUserActive: boolean;
  isSuspended: boolean;
}
