import { type ConstraintErrors, defineAdminError, validationFailed } from '../../../platform/errors.ts';

export const orderNotFound = defineAdminError(
  'ORDER_NOT_FOUND',
  404,
  'Order not found',
  'There is no order outside with this id.',
);
export const orderSettled = defineAdminError(
  'ORDER_SETTLED',
  409,
  (status: string) => `The order is settled already (status: ${status})`,
  'The other side has said what became of it, or another administrator has ended it. What is settled never changes.',
);
export const orderNotSent = defineAdminError(
  'ORDER_NOT_SENT',
  409,
  'The order was never sent: nothing can have come of it',
  'A job sends it as soon as it can; then it ends by itself. An hour after it was placed it may be ended as `NOT_BOUGHT`.',
);
export const orderTooYoung = defineAdminError(
  'ORDER_TOO_YOUNG',
  409,
  (endsAt: Date) => `The order may be ended by hand from ${endsAt.toISOString()} on`,
  'Until an hour after it was sent the other side is asked every minute, and its word is better than anybody’s; one that ' +
    'was not sent is tried for an hour.',
);
export const orderOfUnknownKind = defineAdminError(
  'ORDER_OF_UNKNOWN_KIND',
  409,
  (kind: string) => `No module of the running version settles orders of the kind ${kind}`,
  'Start a version that does: only it knows what follows from the end of such an order.',
);

const purchaseTaken = defineAdminError(
  'ORDER_PURCHASE_TAKEN',
  409,
  'This purchase at the marketplace belongs to another order',
  'An administrator has ended an order with the id of a purchase that another order has: look the project id up again.',
);

/** A purchase is for one withdrawal or one site swap. */
export const ordersConstraintErrors: ConstraintErrors = { orders_purchase_key: purchaseTaken };

export const findingIncomplete = () =>
  validationFailed([
    { field: 'reference', message: 'must be the id of the purchase or payment at the other side' },
    { field: 'priceCoins', message: 'must be given for a purchase at the marketplace' },
  ]);
