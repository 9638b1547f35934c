import { Type } from 'typebox';
import { defineAdminError, defineError } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import { listOf, pageQuery } from '../../../platform/lists.ts';
import { cents, flag, id, orNull, part, record, type Static, string, time } from '../../../platform/record.ts';
import { IdText } from '../../../platform/schemas.ts';
import { Exclusion } from '../../assets/limits/index.ts';
import type { AlertCause } from '../../people/alerts/index.ts';
import { UserView } from '../../people/users/index.ts';

export const Suspension = record(
  'WithdrawalSuspension',
  'A user who neither withdraws nor swaps until an administrator has decided',
  {
    userId: id<'user'>('The suspended user'),
    username: string('Their name', 'Ana'),
    since: time('Since when'),
    reason: string('Why the trade was reversed, from the marketplace', 'Trade was rolled back by the buyer'),
    withdrawalId: id<'itemWithdrawal'>('The withdrawal whose trade was reversed'),
  },
);
export type Suspension = Static<typeof Suspension>;

export const SuspensionsQuery = pageQuery({});
export const SuspensionList = listOf(Suspension, {
  description: 'Users who can neither withdraw nor swap',
  examples: [{ data: Suspension.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
export const SuspensionParams = Type.Object({ userId: { ...IdText, description: 'The user' } });
export const LiftBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the audit trail' }) },
  {
    title: 'SuspensionLift',
    description: 'Why a suspension is lifted',
    examples: [{ reason: 'The seller took the item back, and the user was paid for it' }],
  },
);

/** Lifting the suspension ends this alert. */
export const reversedCause = (withdrawalId: Id<'itemWithdrawal'>): AlertCause => ({
  kind: 'WITHDRAWAL_REVERSED',
  key: withdrawalId,
});

/** Every record that an administrator approves before something leaves has these. */
export const debtFields = {
  debtCents: cents('Present debt of the user for deposits that were given back, in cents of BRL', '0'),
  openReturnCents: cents(
    'Part of their deposits that is on its way back to the payer and may still fail, in cents of BRL',
    '0',
  ),
};
const Debt = Type.Object(debtFields);
export type UserDebt = Static<typeof Debt>;

const Proposal = record('DecisionProposal', 'A decision that waits for a second administrator', {
  action: string('Which step: the last part of the path of the call, such as `approve`', 'approve'),
  content: string('The exact content of the request; a request for something else replaces the proposal', '150000'),
  proposedBy: id<'user'>('Id of the administrator who proposed it'),
  proposerName: string('Name of that administrator', 'Ana'),
  reason: orNull(
    string('Why', 'Paid back by the bank'),
    'Why, in the words of that administrator; null where none was asked for',
  ),
  proposedAt: time('When they did', '2026-11-15T12:30:00.000Z'),
  expiresAt: time('Until when the same call by another administrator executes it', '2026-11-16T12:30:00.000Z'),
});

export const Risk = record('ReviewRisk', 'Facts about the owner and the record for your decision', {
  status: {
    ...UserView.properties.status,
    description: 'Whether the owner may log in: BANNED and SUSPENDED ones may not',
    examples: ['ACTIVE'],
  },
  exclusion: orNull(
    part(Exclusion, 'The exclusion'),
    'The pause or self-exclusion of the owner that runs; null: none',
    null,
  ),
  withdrawalsSuspended: flag(
    'Whether the owner’s withdrawals are suspended since a delivered item was taken back',
    false,
  ),
  suspicions: Type.Array(Type.String(), {
    description: 'Reasons of open suspicions of the owner, as `GET /admin/fraud/suspects` has them',
    examples: [['SHARED_ADDRESS']],
  }),
  accountCreatedAt: time('When the owner’s account was created', '2026-11-01T12:00:00.000Z'),
  accountAgeDays: Type.Integer({ minimum: 0, description: 'How many whole days old the account is', examples: [14] }),
  returnedDeposits: part(
    record('ReturnedDeposits', 'Credited deposits of the owner that went back, or are on their way back', {
      count: Type.Integer({ minimum: 0, description: 'How many deposits', examples: [1] }),
      cents: cents('How much of them, in cents of BRL', '20000'),
    }),
    'Credited deposits of the owner that went back, or are on their way back',
  ),
  proposal: orNull(
    part(Proposal, 'The proposal'),
    'The proposal of another administrator for this record; null without one',
  ),
});
export type Risk = Static<typeof Risk>;
export type AtRisk<Row> = Row & { risk: Risk };

export const withdrawalsSuspended = defineError(
  'WITHDRAWALS_SUSPENDED',
  403,
  'Seus saques e trocas estão suspensos porque uma troca sua foi revertida no Steam. Fale com o suporte.',
  'A trade of the user was reversed: they cannot withdraw or swap until an administrator has decided.',
);
export const owesForReturns = defineError(
  'OWES_FOR_RETURNED_DEPOSIT',
  403,
  'Um depósito seu foi ou está sendo devolvido: até isso ser resolvido, você não pode trocar itens com outros jogadores.',
  'Money of a deposit went back, and is not repaid yet or may still come again; until then items cannot be swapped.',
);
export const ownerSuspended = defineAdminError(
  'WITHDRAWER_SUSPENDED',
  409,
  'The withdrawals of this user are suspended: lift that first, or reject this one',
  'A user whose trade was reversed cannot withdraw until an administrator has lifted the suspension.',
);
export const suspensionNotFound = defineAdminError(
  'WITHDRAWAL_SUSPENSION_NOT_FOUND',
  404,
  'The withdrawals of this user are not suspended',
  'The user has no suspension, so there is nothing to lift.',
);
