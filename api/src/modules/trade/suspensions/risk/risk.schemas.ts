import { type Static, Type } from 'typebox';
import { centsOf, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import { BarView, barView } from '../../../assets/limits/index.ts';
import { UserView } from '../../../people/users/index.ts';
import type { Risk } from './risk.types.ts';

const ProposalView = Type.Object(
  {
    action: Type.String({ description: 'Which step: the last part of the path of the call, such as `approve`' }),
    content: Type.String({
      description: 'The exact content of the request; a request for something else replaces the proposal',
    }),
    proposedBy: idOf('Id of the administrator who proposed it'),
    proposerName: Type.String({ description: 'Name of that administrator' }),
    reason: orNull(Type.String(), 'Why, in the words of that administrator; null where none was asked for'),
    proposedAt: timeOf('When they did'),
    expiresAt: timeOf('Until when the same call by another administrator executes it'),
  },
  { title: 'DecisionProposal', description: 'A decision that waits for a second administrator' },
);

/** The same on every record that administrators decide on. */
export const RiskView = Type.Object(
  {
    status: {
      ...UserView.properties.status,
      description: 'Whether the owner may log in: BANNED and SUSPENDED ones may not',
    },
    exclusion: orNull(BarView, 'The pause or self-exclusion of the owner that runs; null: none'),
    withdrawalsSuspended: Type.Boolean({
      description: 'Whether the owner’s withdrawals are suspended since a delivered item was taken back',
    }),
    suspicions: Type.Array(Type.String(), {
      description: 'Reasons of open suspicions of the owner, as `GET /admin/fraud/suspects` has them',
    }),
    accountCreatedAt: timeOf('When the owner’s account was created'),
    accountAgeDays: Type.Integer({ minimum: 0, description: 'How many whole days old the account is' }),
    returnedDeposits: Type.Object(
      {
        count: Type.Integer({ minimum: 0, description: 'How many deposits' }),
        cents: centsOf('How much of them, in cents of BRL'),
      },
      {
        title: 'ReturnedDeposits',
        description: 'Credited deposits of the owner that went back, or are on their way back',
      },
    ),
    proposal: orNull(ProposalView, 'The proposal of another administrator for this record; null without one'),
  },
  { title: 'ReviewRisk', description: 'Facts about the owner and the record for your decision' },
);

export const exampleRisk = {
  status: 'ACTIVE',
  exclusion: null,
  withdrawalsSuspended: false,
  suspicions: ['SHARED_ADDRESS'],
  accountCreatedAt: '2026-11-01T12:00:00.000Z',
  accountAgeDays: 14,
  returnedDeposits: { count: 1, cents: '20000' },
  proposal: {
    action: 'approve',
    content: '150000',
    proposedBy: '2',
    proposerName: 'Ana',
    reason: 'Paid back by the bank',
    proposedAt: '2026-11-15T12:30:00.000Z',
    expiresAt: '2026-11-16T12:30:00.000Z',
  },
};

export const riskView = (risk: Risk): Static<typeof RiskView> => ({
  status: risk.status,
  exclusion: risk.exclusion && barView(risk.exclusion),
  withdrawalsSuspended: risk.isSuspended,
  suspicions: [...risk.suspicions],
  accountCreatedAt: risk.accountCreatedAt.toISOString(),
  accountAgeDays: risk.accountAgeDays,
  returnedDeposits: { count: risk.returnedDeposits.count, cents: risk.returnedDeposits.cents.toString() },
  proposal: risk.proposal && {
    action: risk.proposal.action,
    content: risk.proposal.content,
    proposedBy: risk.proposal.proposedBy,
    proposerName: risk.proposal.proposerName,
    reason: risk.proposal.reason,
    proposedAt: risk.proposal.proposedAt.toISOString(),
    expiresAt: risk.proposal.expiresAt.toISOString(),
  },
});
