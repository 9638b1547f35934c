import { Type } from 'typebox';
import { defineAdminError } from '../../../../platform/errors.ts';
import type { Id } from '../../../../platform/ids.ts';
import { listOf, walkQuery } from '../../../../platform/lists.ts';
import { formatBrl, formatBrlInEnglish } from '../../../../platform/money.ts';
import { cents, flag, id, integer, orNull, record, type Static, string, time } from '../../../../platform/record.ts';
import { idOf } from '../../../../platform/schemas.ts';
import type { AlertCause, AlertContent } from '../../../people/alerts/index.ts';
import type { NotificationContent } from '../../../people/notifications/index.ts';
import type { MarketTrade } from '../../marketplace/index.ts';

export const RETURN_REFERENCE = 'SITE_SWAP_RETURN';

const choice = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], description, examples: [values[0]] });

const Resolution = choice(
  ['TAKEN_BACK', 'LEFT'],
  'TAKEN_BACK: the item leaves the inventory of the user, who gets its price back on the balance. LEFT: the user ' +
    'keeps the item, or its proceeds',
);
const Outcome = choice(
  ['CAME_TO_NOTHING', 'NEVER_ENDED'],
  'CAME_TO_NOTHING: the marketplace says so and pays the house back. NEVER_ENDED: it reported no end within eight days',
);

export const UndeliveredSwap = record(
  'UndeliveredSiteSwap',
  'A site swap for which the house has bought what never arrived',
  {
    id: id<'site-swap'>('Id of the site swap; `POST /admin/site-swaps/{id}/decide` takes it'),
    userId: id<'user'>('Whose swap it is'),
    username: string('Their name', 'Ana'),
    targetName: string('The item that they got, and the house never did', 'Fracture Case'),
    receivedInventoryItemId: id<'inventoryItem'>('The item that they got'),
    isTakeable: flag('Whether they have it and it is AVAILABLE, so that it could be taken back', false),
    costCents: cents('Price that they paid, which they get back with TAKEN_BACK; in cents of BRL', '6000'),
    paidCoins: integer('Price that the house has paid, in coins of the marketplace', 10_000),
    marketId: string('Id of the purchase at the marketplace', '123456789'),
    projectId: string('Our id of the purchase at the marketplace', 'swap_1_1763208000000_ab12'),
    outcome: Outcome,
    boughtAt: time('When it was bought'),
    endedAt: time('When we knew that it would not arrive', '2026-11-15T12:20:00.000Z'),
    resolution: orNull(Resolution, 'Outcome for the item; null: it waits for your decision', null),
    refundCents: orNull(cents('Amount'), 'Amount that was credited for it; null until it is decided', null),
    decidedBy: orNull(
      id<'user'>('Who'),
      'The administrator who decided; null where none has, or it was taken back by itself',
      null,
    ),
    decisionReason: orNull(string('Why', 'The coins were paid back'), 'Why they decided so', null),
    decidedAt: orNull(time('When'), 'When it was decided; null: it is not', null),
  },
);
export type UndeliveredSwap = Static<typeof UndeliveredSwap>;
export type UndeliveredOutcome = UndeliveredSwap['outcome'];
export type TradeOutcome = 'DELIVERED' | UndeliveredOutcome;

/** The trade brings the house the item that it bought for a swap. */
export type FollowedTrade = Pick<
  UndeliveredSwap,
  | 'id'
  | 'userId'
  | 'marketId'
  | 'projectId'
  | 'paidCoins'
  | 'targetName'
  | 'boughtAt'
  | 'receivedInventoryItemId'
  | 'costCents'
>;

export const SwapReturn = record(
  'SiteSwapReturn',
  'The outcome for the item of a site swap whose purchase was never delivered',
  {
    id: id<'site-swap'>('Id of the site swap'),
    resolution: Resolution,
    refundCents: cents('Amount that was credited to the user, in cents of BRL; 0 if the user keeps the item', '6000'),
    decidedAt: time('Time of the decision'),
  },
);
export type SwapReturn = Static<typeof SwapReturn> & {
  /** Null if the item was taken back automatically. */
  decision: { actorId: Id<'user'>; reason: string } | null;
};

export const UndeliveredQuery = walkQuery('Only site swaps that were made before this one', {
  needsDecision: Type.Optional(
    Type.Boolean({
      description: '`true`: only those that wait for your decision. `false`: only those that were decided on',
    }),
  ),
  outcome: Type.Optional({ ...Outcome, description: 'Only those that ended so' }),
  userId: Type.Optional(idOf('Only those of this user')),
});
export const UndeliveredList = listOf(UndeliveredSwap, {
  examples: [{ data: UndeliveredSwap.examples, meta: { page: 1, limit: 20, total: 1 } }],
});
export const DecideParams = Type.Object({ id: idOf('Id of the site swap: `siteSwapId` in the details of its alert') });
export const DecideBody = Type.Object(
  {
    resolution: Resolution,
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The reason, for the audit trail; users do not read it',
    }),
  },
  { examples: [{ resolution: 'LEFT', reason: 'The coins were paid back, and the user has sold the item.' }] },
);

export const siteSwapNotFound = defineAdminError(
  'SITE_SWAP_NOT_FOUND',
  404,
  'Site swap not found',
  'No purchase was made for a site swap of this id.',
);
export const siteSwapNotUndelivered = defineAdminError(
  'SITE_SWAP_NOT_UNDELIVERED',
  409,
  'The purchase of this site swap is still followed, or was delivered',
  'Only a purchase that never reached the house can be decided on: wait for the alert `SITE_SWAP_NOT_DELIVERED`.',
);
export const siteSwapDecided = defineAdminError(
  'SITE_SWAP_DECIDED',
  409,
  (resolution: string) => `This site swap is already decided (${resolution})`,
  'The item was taken back, automatically or by an administrator, or left to its user.',
);
export const siteSwapItemGone = defineAdminError(
  'SITE_SWAP_ITEM_GONE',
  409,
  'The item of this site swap is not in its user’s inventory, or not available',
  'The item was sold, withdrawn, played or swapped, or is used elsewhere, and cannot be taken back: leave it, and ' +
    'settle the rest by an adjustment of the balance.',
);

export const notDeliveredCause = ({ id }: Pick<FollowedTrade, 'id'>): AlertCause => ({
  kind: 'SITE_SWAP_NOT_DELIVERED',
  key: id,
});

export function notDelivered(trade: FollowedTrade, outcome: UndeliveredOutcome, reason: string | null): AlertContent {
  const { id, userId, marketId, projectId, paidCoins, targetName, receivedInventoryItemId, costCents } = trade;
  const isKnown = outcome === 'CAME_TO_NOTHING';
  const fate = isKnown ? 'came to nothing' : 'has no end at the marketplace after eight days';
  return {
    ...notDeliveredCause(trade),
    level: 'WARNING',
    title: isKnown
      ? 'What was bought for a site swap did not arrive'
      : 'What was bought for a site swap may not have arrived',
    message:
      `The trade of ${targetName}, bought for ${paidCoins} coins, ${fate}${reason === null ? '' : `: ${reason}`}. ` +
      `${isKnown ? `The item ${receivedInventoryItemId} of user ${userId} could not be taken back, since it is not available. ` : ''}` +
      `See whether ${isKnown ? '' : 'it has arrived, or '}the marketplace has paid the coins back, and decide by ` +
      `POST /api/admin/site-swaps/${id}/decide. GET /api/admin/site-swaps/undelivered?needsDecision=true lists all that wait.`,
    details: {
      siteSwapId: id,
      userId,
      marketId,
      projectId,
      paidCoins,
      outcome,
      reason,
      receivedInventoryItemId,
      costCents: costCents.toString(),
    },
  };
}

export const siteSwapUndone = ({ id, targetName, costCents }: FollowedTrade): NotificationContent => ({
  type: 'SYSTEM',
  title: 'Troca desfeita',
  message:
    `O vendedor não entregou ${targetName}, e a troca foi desfeita: o item saiu do seu inventário e ` +
    `${formatBrl(costCents)} estão no seu saldo.`,
  en: {
    title: 'The swap was undone',
    message:
      `The seller did not deliver ${targetName}, and the swap was undone: the item has left your inventory and ` +
      `${formatBrlInEnglish(costCents)} is on your balance.`,
  },
  metadata: { siteSwapId: id },
});

type TradeState = Pick<MarketTrade, 'status' | 'isReleased'> & { isRollback: boolean };

/** Returns null while the trade may still end either way. */
export function tradeOutcomeOf({ status, isReleased, isRollback }: TradeState): TradeOutcome | null {
  if (status === 6 || isRollback) return 'CAME_TO_NOTHING';
  return status === 5 || isReleased ? 'DELIVERED' : null;
}
