import type { Tx } from '../../../platform/database/db.ts';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';

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
