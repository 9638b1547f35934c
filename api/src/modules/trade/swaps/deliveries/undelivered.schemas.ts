import { type Static, Type } from 'typebox';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { centsOf, IdText, idOf, orNull, timeOf } from '../../../../platform/schemas.ts';
import type { Resolution, UndeliveredOutcome, UndeliveredSwap } from './deliveries.types.ts';

export const ResolutionField = Type.Unsafe<Resolution>({
  type: 'string',
  enum: ['TAKEN_BACK', 'LEFT'],
  description:
    'TAKEN_BACK: the item leaves the inventory of the user, who gets its price back on the balance. LEFT: the user ' +
    'keeps the item, or its proceeds',
});

const OutcomeField = Type.Unsafe<UndeliveredOutcome>({
  type: 'string',
  enum: ['CAME_TO_NOTHING', 'NEVER_ENDED'],
  description:
    'CAME_TO_NOTHING: the marketplace says so and pays the house back. NEVER_ENDED: it reported no end within eight ' +
    'days',
});

export const UndeliveredQuery = walkQuery('Only site swaps that were made before this one', {
  needsDecision: Type.Optional(
    Type.Boolean({
      description: '`true`: only those that wait for your decision. `false`: only those that were decided on',
    }),
  ),
  outcome: Type.Optional({ ...OutcomeField, description: 'Only those that ended so' }),
  userId: Type.Optional(idOf('Only those of this user')),
});

const example = {
  id: '1',
  userId: '1',
  username: 'Ana',
  targetName: 'Fracture Case',
  receivedInventoryItemId: '12',
  isTakeable: false,
  costCents: '6000',
  paidCoins: 10_000,
  marketId: '123456789',
  projectId: 'swap_1_1763208000000_ab12',
  outcome: 'CAME_TO_NOTHING',
  boughtAt: '2026-11-15T12:00:00.000Z',
  endedAt: '2026-11-15T12:20:00.000Z',
  resolution: null,
  refundCents: null,
  decidedBy: null,
  decisionReason: null,
  decidedAt: null,
};

const UndeliveredView = Type.Object(
  {
    id: idOf('Id of the site swap; `POST /admin/site-swaps/{id}/decide` takes it'),
    userId: idOf('Whose swap it is'),
    username: Type.String({ description: 'Their name' }),
    targetName: Type.String({ description: 'The item that they got, and the house never did' }),
    receivedInventoryItemId: idOf('The item that they got'),
    isTakeable: Type.Boolean({
      description: 'Whether they have it and it is AVAILABLE, so that it could be taken back',
    }),
    costCents: centsOf('Price that they paid, which they get back with TAKEN_BACK; in cents of BRL'),
    paidCoins: Type.Integer({ description: 'Price that the house has paid, in coins of the marketplace' }),
    marketId: Type.String({ description: 'Id of the purchase at the marketplace' }),
    projectId: Type.String({ description: 'Our id of the purchase at the marketplace' }),
    outcome: OutcomeField,
    boughtAt: timeOf('When it was bought'),
    endedAt: timeOf('When we knew that it would not arrive'),
    resolution: orNull(ResolutionField, 'Outcome for the item; null: it waits for your decision'),
    refundCents: orNull(
      centsOf('Amount that was credited for it'),
      'Amount that was credited for it; null until it is decided',
    ),
    decidedBy: orNull(IdText, 'The administrator who decided; null where none has, or it was taken back by itself'),
    decisionReason: orNull(Type.String(), 'Why they decided so'),
    decidedAt: orNull(timeOf('When it was decided'), 'When it was decided; null: it is not'),
  },
  {
    title: 'UndeliveredSiteSwap',
    description: 'A site swap for which the house has bought what never arrived',
    examples: [example],
  },
);
export const UndeliveredList = listOf(UndeliveredView, {
  examples: [{ data: [example], meta: { page: 1, limit: 20, total: 1 } }],
});

export function undeliveredView(swap: UndeliveredSwap): Static<typeof UndeliveredView> {
  const { receivedId, costCents, refundCents, reason, boughtAt, endedAt, decidedAt, ...same } = swap;
  return {
    ...same,
    receivedInventoryItemId: receivedId,
    costCents: costCents.toString(),
    refundCents: refundCents?.toString() ?? null,
    decisionReason: reason,
    boughtAt: boughtAt.toISOString(),
    endedAt: endedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}
