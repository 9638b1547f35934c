import { Type } from 'typebox';
import { listOf as pageOfRows, walkQuery } from '../../../platform/lists.ts';
import {
  cents,
  flag,
  id,
  integer,
  listOf,
  oneOf,
  orNull,
  record,
  type Static,
  string,
  time,
} from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';
import { endableAt } from '../../trade/orders/index.ts';

const QUEUES = [
  'DEPOSITS',
  'MONEY_WITHDRAWALS',
  'ITEM_WITHDRAWALS',
  'SITE_SWAPS',
  'ORDERS',
  'SUSPECTS',
  'PRICES',
  'PROPOSALS',
] as const;
export type QueueName = (typeof QUEUES)[number];

const QueueStatus = record('QueueStatus', 'Records of one status', {
  status: string('A status that is not final', 'PENDING'),
  count: integer('Records that have it', 2),
});
const Queue = record('Queue', 'Records of one kind that are not at their end', {
  name: Type.Unsafe<QueueName>({
    ...oneOf(
      QUEUES,
      'QueueName',
      'Kind of the waiting records: payments that do not fit their deposit, withdrawals of money and of items, ' +
        'site swaps whose purchase never arrived, orders outside that are not settled, users with suspicions, prices ' +
        'held back, and decisions that need a second administrator',
    ),
    examples: ['MONEY_WITHDRAWALS'],
  }),
  waiting: integer('Records that an administrator has to decide on', 2),
  oldestAt: orNull(time('When'), 'Since when the first of those waits; null where there is none'),
  statuses: listOf(QueueStatus, 'Number of records by status; a status without records is not listed'),
});
export const Queues = record('Queues', 'The queues of administrators', {
  queues: listOf(Queue, 'Every queue, also the empty ones'),
});
export type Queues = Static<typeof Queues>;

export interface QueueCount {
  queue: QueueName;
  status: string;
  count: number;
  waiting: number;
  oldestAt: Date | null;
}

export const queuesOf = (counts: readonly QueueCount[]): Queues => ({
  queues: QUEUES.map((name) => {
    const own = counts.filter(({ queue }) => queue === name);
    const oldest = own.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? []);
    return {
      name,
      waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
      oldestAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
      statuses: own.map(({ status, count }) => ({ status, count })),
    };
  }),
});

export const OrdersQuery = walkQuery('Only orders that were placed before this one', {
  isOpen: Type.Optional(Type.Boolean({ default: true, description: 'False: those that ended instead' })),
});

export const OrderParams = Type.Object({ id: idOf('Id of the order') });

const exampleMeta = { page: 1, limit: 20, total: 1 };
export const ListedOrder = record('ListedOrder', 'An order outside, with the record that it serves', {
  id: id<'order'>('Id of the order'),
  kind: string('Purpose of the order: `WITHDRAWAL`, `SITE_SWAP` or `PAYOUT`', 'PAYOUT'),
  projectId: string('Under which the other side would know it', 'po_90210_1794830400000'),
  status: string('`REQUESTED`, `SENT`, `UNKNOWN`, `BOUGHT` or `REFUSED`', 'UNKNOWN'),
  requestedAt: time('When it was placed'),
  sentAt: orNull(time('When', '2026-11-15T12:00:00.100Z'), 'When it was sent; null before'),
  settledAt: orNull(time('When'), 'When it ended; null before', null),
  isStuck: flag('Whether it is open for so long that a person should look', true),
  endableAt: orNull(
    time('When', '2026-11-15T13:00:00.100Z'),
    'From when on `POST /admin/orders/{id}/end` takes it; one that was not sent only as `NOT_BOUGHT`. Null after its end',
  ),
  recordId: orNull(id<string>('Id'), 'Id of the withdrawal or site swap that the order serves; null if none is known'),
  userId: orNull(id<'user'>('Id'), 'Whose record that is'),
  username: orNull(string('Name', 'Bia'), 'Name of that user now'),
  amountCents: orNull(cents('Amount', '50000'), 'Amount of the record, in BRL cents; null for a withdrawal of an item'),
});
export type OrderRow = Omit<Static<typeof ListedOrder>, 'isStuck' | 'endableAt'>;
export const ListedOrders = pageOfRows(ListedOrder, { examples: [{ data: ListedOrder.examples, meta: exampleMeta }] });

export function listedOrderView(order: OrderRow, stuckBefore: Date): Static<typeof ListedOrder> {
  const isOpen = order.settledAt === null;
  return { ...order, isStuck: isOpen && order.requestedAt <= stuckBefore, endableAt: isOpen ? endableAt(order) : null };
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

const Proposal = record('Proposal', 'A decision that waits for a second administrator', {
  id: id<'proposal'>('Id of the proposal'),
  entityType: string('The kind of record that it decides on, as in the audit trail', 'money-withdrawal'),
  entityId: string('Which record; of a setting its key', '7'),
  action: string('The proposed action', 'approve'),
  content: string('The exact content of the request: the second administrator has to send the same', ''),
  ownerId: orNull(id<'user'>('Id'), 'Whose record it is; null of a setting'),
  ownerName: orNull(string('Name', 'Bia'), 'Name of that user now'),
  proposedBy: id<'user'>('Id of the administrator who asked first'),
  proposerName: string('Name of that administrator', 'Ana'),
  reason: orNull(
    string('Reason', 'Paid back by the bank'),
    'Why, in the words of that administrator; null where none was asked for',
  ),
  proposedAt: time('When'),
  expiresAt: time('Until when a second administrator may agree', '2026-11-16T12:00:00.000Z'),
});
export type ProposalRow = Omit<Static<typeof Proposal>, 'expiresAt'>;
export const ProposalList = pageOfRows(Proposal, { examples: [{ data: Proposal.examples, meta: exampleMeta }] });

export const proposalView = (proposal: ProposalRow, lifetimeMs: number): Static<typeof Proposal> => ({
  ...proposal,
  expiresAt: new Date(proposal.proposedAt.getTime() + lifetimeMs),
});

export const RECORD_KINDS = [
  'DEPOSIT',
  'MONEY_WITHDRAWAL',
  'ITEM_WITHDRAWAL',
  'ORDER',
  'SITE_SWAP',
  'BATTLE',
  'RAFFLE',
] as const;

export const FoundRecord = record('FoundRecord', 'A record with the id', {
  kind: oneOf(RECORD_KINDS, 'RecordKind', 'Kind of the record'),
  id: idOf('Id of the record'),
  status: string('Status of the record', 'PENDING'),
  userId: orNull(id<'user'>('Id'), 'Owner of the record; null if it has none'),
  username: orNull(string('Name', 'Ana'), 'Name of the owner'),
});
export type FoundRecord = Static<typeof FoundRecord>;

export const FoundThing = record('FoundThing', 'A case or an item whose name or id matches', {
  id: idOf('Id of the case or item'),
  name: string('Name of the case or item', 'First'),
  status: string('Whether it is in use', 'ACTIVE'),
});
export type FoundThing = Static<typeof FoundThing>;

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
    'x-fault': 'must have 1 to 100 characters that are not all blank',
    description: 'A part of a name, an id, or a Steam id',
    examples: ['redline'],
  }),
});

const FoundUser = record('FoundUser', 'A user whose name, id or Steam id matches', {
  id: idOf('Id of the user'),
  username: string('Name of the user', 'Bia'),
  platformId: string('Steam id of the user', '76561198000000007'),
  avatarUrl: orNull(string('Address', ''), 'Picture of the user', null),
  status: string('Status of the user; only an ACTIVE user may log in', 'ACTIVE'),
});
export const Found = record('Found', 'Records that match a search', {
  users: listOf(FoundUser, 'At most 5, the newest first'),
  records: listOf(FoundRecord, 'At most one of each kind; empty unless an id was searched for'),
  cases: listOf(FoundThing, 'At most 5, by name'),
  items: listOf(FoundThing, 'At most 5, by name'),
});
