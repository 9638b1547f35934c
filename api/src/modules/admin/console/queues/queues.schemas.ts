import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { CentsText, IdText, idOf, orNull, Timestamp, timeOf } from '../../../../platform/schemas.ts';
import { endableAt } from '../../../trade/orders/index.ts';
import { type ListedOrder, type Proposal, QUEUES, type Queue, type QueueName } from './queues.types.ts';

const exampleMeta = { page: 1, limit: 20, total: 1 };

const exampleQueue = {
  name: 'MONEY_WITHDRAWALS',
  waiting: 2,
  oldestAt: '2026-11-15T12:00:00.000Z',
  statuses: [
    { status: 'APPROVED', count: 1 },
    { status: 'PENDING', count: 2 },
  ],
};

const QueueView = Type.Object(
  {
    name: Type.Unsafe<QueueName>({
      title: 'QueueName',
      type: 'string',
      enum: [...QUEUES],
      description:
        'Kind of the waiting records: payments that do not fit their deposit, withdrawals of money and of items, ' +
        'site swaps whose purchase never arrived, orders outside that are not settled, users with suspicions, prices ' +
        'held back, and decisions that need a second administrator',
    }),
    waiting: Type.Integer({ description: 'Records that an administrator has to decide on' }),
    oldestAt: orNull(Timestamp, 'Since when the first of those waits; null where there is none'),
    statuses: Type.Array(
      Type.Object(
        {
          status: Type.String({ description: 'A status that is not final' }),
          count: Type.Integer({ description: 'Records that have it' }),
        },
        { title: 'QueueStatus', description: 'Records of one status' },
      ),
      { description: 'Number of records by status; a status without records is not listed' },
    ),
  },
  { title: 'Queue', description: 'Records of one kind that are not at their end' },
);

export const QueuesView = Type.Object(
  { queues: Type.Array(QueueView, { description: 'Every queue, also the empty ones' }) },
  { title: 'Queues', examples: [{ queues: [exampleQueue] }] },
);

export const queuesView = (queues: readonly Queue[]): Static<typeof QueuesView> => ({
  queues: queues.map(({ name, waiting, oldestAt, statuses }) => ({
    name,
    waiting,
    oldestAt: oldestAt?.toISOString() ?? null,
    statuses,
  })),
});

export const OrdersQuery = walkQuery('Only orders that were placed before this one', {
  isOpen: Type.Optional(Type.Boolean({ default: true, description: 'False: those that ended instead' })),
});

const exampleListedOrder = {
  id: '42',
  kind: 'PAYOUT',
  projectId: 'po_90210_1794830400000',
  status: 'UNKNOWN',
  requestedAt: '2026-11-15T12:00:00.000Z',
  sentAt: '2026-11-15T12:00:00.100Z',
  settledAt: null,
  isStuck: true,
  endableAt: '2026-11-15T13:00:00.100Z',
  recordId: '7',
  userId: '17',
  username: 'Bia',
  amountCents: '50000',
};

export const OrderParams = Type.Object({ id: idOf('Id of the order') });

export const ListedOrderView = Type.Object(
  {
    id: idOf('Id of the order'),
    kind: Type.String({ description: 'Purpose of the order: `WITHDRAWAL`, `SITE_SWAP` or `PAYOUT`' }),
    projectId: Type.String({ description: 'Under which the other side would know it' }),
    status: Type.String({ description: '`REQUESTED`, `SENT`, `UNKNOWN`, `BOUGHT` or `REFUSED`' }),
    requestedAt: timeOf('When it was placed'),
    sentAt: orNull(Timestamp, 'When it was sent; null before'),
    settledAt: orNull(Timestamp, 'When it ended; null before'),
    isStuck: Type.Boolean({ description: 'Whether it is open for so long that a person should look' }),
    endableAt: orNull(
      Timestamp,
      'From when on `POST /admin/orders/{id}/end` takes it; one that was not sent only as `NOT_BOUGHT`. Null after its end',
    ),
    recordId: orNull(IdText, 'Id of the withdrawal or site swap that the order serves; null if none is known'),
    userId: orNull(IdText, 'Whose record that is'),
    username: orNull(Type.String(), 'Name of that user now'),
    amountCents: orNull(CentsText, 'Amount of the record, in BRL cents; null for a withdrawal of an item'),
  },
  {
    title: 'ListedOrder',
    description: 'An order outside, with the record that it serves',
    examples: [exampleListedOrder],
  },
);
export const ListedOrders = listOf(ListedOrderView, { examples: [{ data: [exampleListedOrder], meta: exampleMeta }] });

export function listedOrderView(order: ListedOrder, stuckBefore: Date): Static<typeof ListedOrderView> {
  const { requestedAt, sentAt, settledAt, amountCents, ...rest } = order;
  const isOpen = settledAt === null;
  return {
    ...rest,
    requestedAt: requestedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
    isStuck: isOpen && requestedAt <= stuckBefore,
    endableAt: isOpen ? endableAt(order).toISOString() : null,
    amountCents: amountCents?.toString() ?? null,
  };
}

export const ProposalsQuery = walkQuery('Only proposals that were first made before this one', {
  entityType: Type.Optional(
    Type.String({
      pattern: '^[a-z-]{1,64}$',
      'x-fault': 'must be a kind of record, such as `money-withdrawal`',
      description: 'Only those on records of this kind, as in the audit trail',
      examples: ['money-withdrawal'],
    }),
  ),
  entityId: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9-]{1,64}$',
      'x-fault': 'must be the id of a record, the key of a setting, or `USD-BRL`',
      description: 'Only those on this record; of a setting its key, of the exchange rate `USD-BRL`',
      examples: ['7'],
    }),
  ),
});

const exampleProposal = {
  id: '3',
  entityType: 'money-withdrawal',
  entityId: '7',
  action: 'approve',
  content: '',
  ownerId: '17',
  ownerName: 'Bia',
  proposedBy: '1',
  proposerName: 'Ana',
  reason: 'Paid back by the bank',
  proposedAt: '2026-11-15T12:00:00.000Z',
  expiresAt: '2026-11-16T12:00:00.000Z',
};

const ProposalView = Type.Object(
  {
    id: idOf('Id of the proposal'),
    entityType: Type.String({ description: 'The kind of record that it decides on, as in the audit trail' }),
    entityId: Type.String({ description: 'Which record; of a setting its key' }),
    action: Type.String({ description: 'The proposed action' }),
    content: Type.String({
      description: 'The exact content of the request: the second administrator has to send the same',
    }),
    ownerId: orNull(IdText, 'Whose record it is; null of a setting'),
    ownerName: orNull(Type.String(), 'Name of that user now'),
    proposedBy: idOf('Id of the administrator who asked first'),
    proposerName: Type.String({ description: 'Name of that administrator' }),
    reason: orNull(Type.String(), 'Why, in the words of that administrator; null where none was asked for'),
    proposedAt: timeOf('When'),
    expiresAt: timeOf('Until when a second administrator may agree'),
  },
  {
    title: 'Proposal',
    description: 'A decision that waits for a second administrator',
    examples: [exampleProposal],
  },
);
export const ProposalList = listOf(ProposalView, { examples: [{ data: [exampleProposal], meta: exampleMeta }] });

export const proposalView = (
  { proposedAt, ...proposal }: Proposal,
  lifetimeMs: number,
): Static<typeof ProposalView> => ({
  ...proposal,
  proposedAt: proposedAt.toISOString(),
  expiresAt: new Date(proposedAt.getTime() + lifetimeMs).toISOString(),
});
