import { type ConstraintErrors, defineAdminError, validationFailed } from '../../../platform/errors.ts';

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
