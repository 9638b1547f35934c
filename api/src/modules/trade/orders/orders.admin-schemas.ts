import { type Static, Type } from 'typebox';
import { idOf, orNull, Timestamp, timeOf } from '../../../platform/schemas.ts';
import type { StoredOrder } from './orders.sql.ts';
import type { ManualFinding } from './orders.types.ts';

const MAX_REASON_LENGTH = 500;
const MAX_REFERENCE_LENGTH = 64;
const MAX_COINS = 1_000_000_000_000;

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
      maxLength: MAX_REASON_LENGTH,
      pattern: '\\S',
      description: 'How you know; for the audit trail alone, users do not read it',
    }),
    reference: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_REFERENCE_LENGTH,
        description:
          'Reference of the purchase or payment: the id of the purchase at the marketplace, or the `endToEndId` of a ' +
          'payment',
      }),
    ),
    priceCoins: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_COINS,
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

export const OrderView = Type.Object(
  {
    id: idOf('Id of the order'),
    kind: Type.String({ description: 'Purpose of the order: `WITHDRAWAL`, `SITE_SWAP` or `PAYOUT`' }),
    projectId: Type.String({ description: 'Under which the other side would know it' }),
    status: Type.String({ description: '`REQUESTED`, `SENT`, `UNKNOWN`, `BOUGHT` or `REFUSED`' }),
    requestedAt: timeOf('When it was placed'),
    sentAt: orNull(Timestamp, 'When it was sent; null before'),
    settledAt: orNull(Timestamp, 'When it ended; null before'),
  },
  {
    title: 'OutsideOrder',
    description: 'An order outside: a purchase at the marketplace or a payment',
    examples: [
      {
        id: '42',
        kind: 'WITHDRAWAL',
        projectId: 'wd_90210_1794830400000',
        status: 'REFUSED',
        requestedAt: '2026-11-15T12:00:00.000Z',
        sentAt: '2026-11-15T12:00:00.100Z',
        settledAt: '2026-11-15T14:00:00.000Z',
      },
    ],
  },
);

export function orderView({ id, kind, projectId, status, ...order }: StoredOrder): Static<typeof OrderView> {
  return {
    id,
    kind,
    projectId,
    status,
    requestedAt: order.requestedAt.toISOString(),
    sentAt: order.sentAt?.toISOString() ?? null,
    settledAt: order.settledAt?.toISOString() ?? null,
  };
}
