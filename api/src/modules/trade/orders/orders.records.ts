import { Type } from 'typebox';
import type { Tx } from '../../../platform/database/db.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import { type ConstraintErrors, defineAdminError, validationFailed } from '../../../platform/errors.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { id, orNull, record, type Static, string, time } from '../../../platform/record.ts';
import { idOf } from '../../../platform/schemas.ts';

export type OrderStatus = 'REQUESTED' | 'SENT' | 'UNKNOWN' | 'BOUGHT' | 'REFUSED';

export interface Order<Ask> {
  id: Id<'order'>;
  projectId: string;
  ask: Ask;
}

export type OrderAnswer<Bought> = { bought: Bought } | { refused: string };

/** If the other side later denies the order, a person has to look. */
export type OrderTaken = 'TAKEN';

/** Nothing was sent, so the order is sent later. */
export class NotSent extends Error {}

export const NEVER_ARRIVED = 'The order never arrived';
export const FOUND_NOT_BOUGHT = 'An administrator has found that it was not carried out';

export interface ManualFinding {
  reference: string;
  priceCoins: number | null;
}

export interface OrderedRecord {
  ownerId: Id<'user'>;
  amountCents: Cents;
}

/** `Ask` and `Bought` are stored as JSON, so they hold only texts, numbers, booleans and nulls. */
export interface OrderKind<Ask, Bought, Needed = undefined> {
  readonly kind: string;
  /** Reads what sending needs, before SENT is committed. If it throws, the order is sent later. */
  prepare?(order: Order<Ask>): Promise<Needed>;
  /**
   * Asks the other side at most once, ever, within 30 seconds, half of the lease. If it throws anything but `NotSent`,
   * the outcome is unknown.
   */
  send(order: Order<Ask>, needed: Needed): Promise<OrderAnswer<Bought> | OrderTaken>;
  /** Null means that the other side does not know the project id; a throw means nothing. */
  find(order: Order<Ask>): Promise<OrderAnswer<Bought> | OrderTaken | null>;
  /**
   * After this time an unknown order was certainly not carried out. Null means that silence proves nothing, and a
   * person may have to decide.
   */
  readonly notFoundMs: number | null;
  /**
   * One of them runs once, in the transaction that settles the order. The order is locked; accounts come next
   * (`lockAccount`), then items, then other rows. `afterCommit` sends notifications.
   */
  bought(tx: Tx, order: Order<Ask>, bought: Bought): Promise<void>;
  refused(tx: Tx, order: Order<Ask>, reason: string): Promise<void>;
  /** Administrators may not end orders of their own records. The order's row is locked. */
  recordOf(tx: Tx, order: Order<Ask>): Promise<OrderedRecord>;
  /** Null means that the finding is not enough. */
  boughtManually?(order: Order<Ask>, found: ManualFinding): Bought | null;
}

export type OrderOutcome<Bought> = OrderAnswer<Bought> | 'UNKNOWN';

export interface OrdersOf<Ask, Bought> {
  /** Belongs in the transaction that sets the cost aside; `send` follows after the commit. */
  place(tx: Tx, order: Omit<Order<Ask>, 'id'>): Promise<Id<'order'>>;
  /** It does not throw for failures outside; a job finishes the work of a process that died. */
  send(id: Id<'order'>): Promise<OrderOutcome<Bought>>;
}

export interface Orders {
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

/** A purchase belongs to one withdrawal or one site swap. */
export const ordersConstraintErrors: ConstraintErrors = { orders_purchase_key: purchaseTaken };

export const findingIncomplete = () =>
  validationFailed([
    { field: 'reference', message: 'must be the id of the purchase or payment at the other side' },
    { field: 'priceCoins', message: 'must be given for a purchase at the marketplace' },
  ]);

/** They count from the end of an order that was given up. */
export const LOOK_AGAIN_MS: readonly number[] = [15 * MINUTE_MS, 60 * MINUTE_MS];
const LOOKED_FOR_MS = 6 * 60 * MINUTE_MS;

/** The other side may still learn of the order. */
export const isGivenUp = (answer: OrderAnswer<unknown>): boolean =>
  'refused' in answer && [NEVER_ARRIVED, FOUND_NOT_BOUGHT].includes(answer.refused);

export function nextLookAt(settledAt: Date, now: Date): Date | null {
  const afterMs = LOOK_AGAIN_MS.find((ms) => settledAt.getTime() + ms > now.getTime());
  return afterMs === undefined ? null : new Date(settledAt.getTime() + afterMs);
}

export const isLookOverdue = (settledAt: Date, now: Date): boolean =>
  now.getTime() - settledAt.getTime() >= LOOKED_FOR_MS;
