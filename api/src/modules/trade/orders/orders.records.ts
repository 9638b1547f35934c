import { Type } from 'typebox';
import type { Tx } from '../../../platform/database/db.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { type ConstraintErrors, defineAdminError, validationFailed } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { id, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';

export type OrderStatus = 'REQUESTED' | 'SENT' | 'UNKNOWN' | 'BOUGHT' | 'REFUSED';

/** What is asked for outside, under a name that the other side keeps. */
export interface Order<Ask> {
  id: Id<'order'>;
  projectId: string;
  ask: Ask;
}

/** What the other side says of an order. */
export type OrderAnswer<Bought> = { bought: Bought } | { refused: string };

/** It has the order and says no end of it: from then on that it knows of none is not believed, and a person has to look. */
export type OrderTaken = 'TAKEN';

/** Thrown where an order was to be sent and nothing has left: it is sent later. */
export class NotSent extends Error {}

/** What is recorded of an order that the other side did not know of when it would have had to. */
export const NEVER_ARRIVED = 'The order never arrived';
/** What is recorded of one that an administrator has said was not carried out. */
export const FOUND_NOT_BOUGHT = 'An administrator has found that it was not carried out';

/** What an administrator records of an order that was carried out. */
export interface ManualFinding {
  /** The other side's own name of it. */
  reference: string;
  /** What a purchase has cost; null where it is unknown. */
  priceCoins: number | null;
}

/** Whose record an order is for, and what hangs on its end, in cents of BRL. */
export interface OrderedRecord {
  ownerId: Id<'user'>;
  amountCents: Cents;
}

/**
 * How orders of one kind are sent, asked for and settled. `Ask` and `Bought` are stored as JSON, so they hold texts,
 * numbers, booleans and nulls alone.
 */
export interface OrderKind<Ask, Bought, Needed = undefined> {
  readonly kind: string;
  /**
   * Reads what sending needs, before anything says that the order may have been sent: where it throws, the order is sent
   * later. Absent: it needs nothing.
   */
  prepare?(order: Order<Ask>): Promise<Needed>;
  /**
   * Asks the other side for it, at most once for an order, ever. Where it throws, the outcome is unknown; `NotSent` alone says
   * that nothing has left, and that it is sent later. It takes no longer than 30 seconds, of which a lease leaves 30 to spare.
   */
  send(order: Order<Ask>, needed: Needed): Promise<OrderAnswer<Bought> | OrderTaken>;
  /** What the other side knows of the project id; null: it knows of none. Where it throws, we know no more than before. */
  find(order: Order<Ask>): Promise<OrderAnswer<Bought> | OrderTaken | null>;
  /**
   * How long after it was sent an order that the other side knows nothing of was certainly not carried out. Null: never,
   * since that it knows of none proves nothing; such an order waits for the other side's word, or for a person's.
   */
  readonly notFoundMs: number | null;
  /**
   * In the transaction in which the order becomes BOUGHT, or REFUSED: what follows from it. Each happens once. The row of
   * the order is locked; accounts come next (`lockAccount`), then items, then other rows of the kind's own. Whoever is
   * notified is notified by `afterCommit`.
   */
  bought(tx: Tx, order: Order<Ask>, bought: Bought): Promise<void>;
  refused(tx: Tx, order: Order<Ask>, reason: string): Promise<void>;
  /** For who ends it by hand, which nobody does for themselves. The row of the order is locked. */
  recordOf(tx: Tx, order: Order<Ask>): Promise<OrderedRecord>;
  /** What was bought, by what a person has found at the other side; null where that is not enough. Absent: never enough. */
  boughtManually?(order: Order<Ask>, found: ManualFinding): Bought | null;
}

/** Unknown: it is settled later, by a job. */
export type OrderOutcome<Bought> = OrderAnswer<Bought> | 'UNKNOWN';

/** The orders of one kind. */
export interface OrdersOf<Ask, Bought> {
  /** The intent, in the transaction that sets aside what it costs. Then, after the commit, `send`. */
  place(tx: Tx, order: Omit<Order<Ask>, 'id'>): Promise<Id<'order'>>;
  /**
   * After the commit of `place`. It never throws for what happens outside; who dies before or during it is replaced by a
   * job. Repeated, it gives the outcome that there is by then.
   */
  send(id: Id<'order'>): Promise<OrderOutcome<Bought>>;
}

export interface Orders {
  /** Once for each kind, when its module runs. */
  handle<Ask, Bought, Needed = undefined>(kind: OrderKind<Ask, Bought, Needed>): OrdersOf<Ask, Bought>;
}

export const OrderParams = Type.Object({ id: idOf('Id of the order: `orderId` in the details of its alert') });

export const EndOrderBody = Type.Object(
  {
    outcome: Type.Unsafe<'BOUGHT' | 'NOT_BOUGHT'>({
      type: 'string',
      enum: ['BOUGHT', 'NOT_BOUGHT'],
      description: 'Your finding at the other side: the order was bought or paid, or it was not',
    }),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'How you know; for the audit trail alone, users do not read it',
    }),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Reference of the purchase or payment: the id of the purchase at the marketplace, or the `endToEndId` of a ' +
          'payment',
      }),
    ),
    priceCoins: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000_000,
        description: 'Price of a purchase at the marketplace, in its coins: 1000 are one USD',
      }),
    ),
  },
  {
    examples: [
      {
        outcome: 'NOT_BOUGHT',
        reason: 'The support of the marketplace has looked the project id up and knows of no purchase (ticket 4711).',
      },
    ],
  },
);

/** Null: it was not carried out. */
export const foundIn = ({ outcome, reference = '', priceCoins }: Static<typeof EndOrderBody>): ManualFinding | null =>
  outcome === 'BOUGHT' ? { reference: reference.trim(), priceCoins: priceCoins ?? null } : null;

export const OutsideOrder = record('OutsideOrder', 'An order outside: a purchase at the marketplace or a payment', {
  id: id<'order'>('Id of the order'),
  kind: string('Purpose of the order: `WITHDRAWAL`, `SITE_SWAP` or `PAYOUT`', 'WITHDRAWAL'),
  projectId: string('Under which the other side would know it', 'wd_90210_1794830400000'),
  status: Type.Unsafe<OrderStatus>(string('`REQUESTED`, `SENT`, `UNKNOWN`, `BOUGHT` or `REFUSED`', 'REFUSED')),
  requestedAt: time('When it was placed'),
  sentAt: orNull(time('When', '2026-11-15T12:00:00.100Z'), 'When it was sent; null before'),
  settledAt: orNull(time('When', '2026-11-15T14:00:00.000Z'), 'When it ended; null before'),
});
export interface StoredOrder extends Static<typeof OutsideOrder> {
  ask: unknown;
  /** The other side has said that it has the order. */
  isTaken: boolean;
}

export const orderNotFound = defineAdminError(
  'ORDER_NOT_FOUND',
  404,
  'Order not found',
  'No order outside has this id.',
);
export const orderSettled = defineAdminError(
  'ORDER_SETTLED',
  409,
  (status: string) => `The order is settled already (status: ${status})`,
  'The other side has reported the outcome, or another administrator has ended the order. A settled order never ' +
    'changes.',
);
export const orderNotSent = defineAdminError(
  'ORDER_NOT_SENT',
  409,
  'The order was never sent, so it has no outcome',
  'A job sends the order as soon as it can; then it ends by itself. An hour after it was placed you may end it as ' +
    '`NOT_BOUGHT`.',
);
export const orderTooYoung = defineAdminError(
  'ORDER_TOO_YOUNG',
  409,
  (endsAt: Date) => `The order may be ended by hand from ${endsAt.toISOString()} on`,
  'For an hour after the order was sent, the other side is asked every minute; an order that was not sent is tried ' +
    'for an hour. Wait until then.',
);
export const orderOfUnknownKind = defineAdminError(
  'ORDER_OF_UNKNOWN_KIND',
  409,
  (kind: string) => `No module of the running version settles orders of the kind ${kind}`,
  'Start a version that knows the kind: only it can carry out the consequences.',
);

const purchaseTaken = defineAdminError(
  'ORDER_PURCHASE_TAKEN',
  409,
  'This purchase at the marketplace belongs to another order',
  'Another order has the id of this purchase: look the project id up again.',
);

/** A purchase is for one withdrawal or one site swap. */
export const ordersConstraintErrors: ConstraintErrors = { orders_purchase_key: purchaseTaken };

export const findingIncomplete = () =>
  validationFailed([
    { field: 'reference', message: 'must be the id of the purchase or payment at the other side' },
    { field: 'priceCoins', message: 'must be given for a purchase at the marketplace' },
  ]);

/** How long after its end an order is looked for again, and so is what it was for. */
export const LOOK_AGAIN_MS: readonly number[] = [15 * MINUTE_MS, 60 * MINUTE_MS];
/** A look that cannot be made for so long is left to a person. */
const LOOKED_FOR_MS = 6 * 60 * MINUTE_MS;

/** The other side itself has not said so: it may still come to know of the order. */
export const isGivenUp = (answer: OrderAnswer<unknown>): boolean =>
  'refused' in answer && [NEVER_ARRIVED, FOUND_NOT_BOUGHT].includes(answer.refused);

/** When an order that was given up is looked for next; null where it has been often enough. */
export function nextLookAt(settledAt: Date, now: Date): Date | null {
  const afterMs = LOOK_AGAIN_MS.find((ms) => settledAt.getTime() + ms > now.getTime());
  return afterMs === undefined ? null : new Date(settledAt.getTime() + afterMs);
}

export const isLookOverdue = (settledAt: Date, now: Date): boolean =>
  now.getTime() - settledAt.getTime() >= LOOKED_FOR_MS;
