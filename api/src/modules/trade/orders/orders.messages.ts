import type { AlertCause, AlertContent } from '../../people/alerts/index.ts';
import type { OrderAnswer, OrderTaken, StoredOrder } from './orders.records.ts';

type Named = Pick<StoredOrder, 'id' | 'kind' | 'projectId'>;

const detailsOf = ({ id, kind, projectId }: Named) => ({ orderId: id, kind, projectId });

export const stuck = ({ id }: Pick<Named, 'id'>): AlertCause => ({ kind: 'ORDER_STUCK', key: id });

export const orderStuck = (order: StoredOrder): AlertContent => ({
  ...stuck(order),
  level: 'CRITICAL',
  title: 'An order is not settled',
  message: `Order ${order.projectId} is ${order.status} since ${order.requestedAt.toISOString()}: ${standOf(order)}`,
  details: { ...detailsOf(order), status: order.status, requestedAt: order.requestedAt.toISOString() },
});

const standOf = ({ status }: StoredOrder) =>
  status === 'REQUESTED'
    ? 'it could not be sent, and nothing can have come of it. That is tried every minute: see whether the other side can be reached, and whether it takes our name and password.'
    : 'the other side has not said what became of it. It is asked every minute; see whether it can be reached, and look the project id up there. Where nobody can find out by asking, end the order by hand (docs/operations.md).';

export const orderOfNobody = (order: StoredOrder): AlertContent => ({
  ...stuck(order),
  level: 'CRITICAL',
  title: 'An order is of a kind that nobody knows',
  message: `Order ${order.projectId} is of the kind ${order.kind}, which no module of the running version settles. Start a version that does.`,
  details: { ...detailsOf(order), status: order.status },
});

/** A settled order stays settled: people decide what follows. */
const contradicted = (order: Named, settled: string, answer: string): AlertContent => ({
  kind: 'ORDER_CONTRADICTED',
  key: order.id,
  level: 'CRITICAL',
  title: 'An order was settled otherwise than the other side says',
  message: `Order ${order.projectId} is settled as ${settled}, and the other side now says that it is ${answer}. Nothing was changed: look the project id up there, and make good what is wrong.`,
  details: { ...detailsOf(order), settled, told: answer },
});

export const orderContradicted = (order: Named, settled: OrderAnswer<unknown>, answer: OrderAnswer<unknown>) =>
  contradicted(order, wordOf(settled), wordOf(answer));

export const givenUpInVain = (order: Named, answer: 'BOUGHT' | OrderTaken) => contradicted(order, 'REFUSED', answer);

export const orderNotChecked = (order: Named): AlertContent => ({
  kind: 'ORDER_NOT_CHECKED',
  key: order.id,
  level: 'WARNING',
  title: 'An order that was given up could not be looked for again',
  message: `Order ${order.projectId} is settled as REFUSED because the other side did not know it or an administrator said so, and for hours nobody could ask whether that is still so. It is not asked for again: look the project id up there.`,
  details: detailsOf(order),
});

const wordOf = (answer: OrderAnswer<unknown>) => ('bought' in answer ? 'BOUGHT' : 'REFUSED');
