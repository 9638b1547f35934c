import { Type } from 'typebox';
import { defineEvent } from '../../../platform/realtime/events.ts';
import { idOf } from '../../../platform/schemas.ts';

/** What the owner of an item hears while it is on its way to them. */

const inventoryItemId = idOf('The item in your inventory');
const itemName = Type.String({ description: 'Its name' });
const reason = Type.String({ description: 'Why' });

export const withdrawalPendingApproval = defineEvent({
  name: 'withdrawal:pending_approval',
  audience: 'user',
  description: 'The withdrawal waits for an administrator; the item is LOCKED.',
  payload: Type.Object(
    {
      inventoryItemId,
      itemName,
      projectId: Type.String({ description: 'Under which the purchase will be made' }),
      withdrawalId: idOf('The withdrawal'),
    },
    {
      examples: [
        {
          inventoryItemId: '90210',
          itemName: 'AK-47 | Redline (Field-Tested)',
          projectId: 'wd_90210_1794830400000',
          withdrawalId: '42',
        },
      ],
    },
  ),
});

export const withdrawalWaitingSeller = defineEvent({
  name: 'withdrawal:waiting_seller',
  audience: 'user',
  description: 'The item is bought, and its seller is to send you a trade offer.',
  payload: Type.Object(
    {
      inventoryItemId,
      sellerName: Type.Optional(Type.String({ description: 'Who sends it, where that is known' })),
      sendUntil: Type.Optional(
        Type.Integer({ description: 'Until when the seller has to send it, in seconds since 1970' }),
      ),
    },
    { examples: [{ inventoryItemId: '90210', sendUntil: 1794831300 }] },
  ),
});

export const withdrawalTradeSent = defineEvent({
  name: 'withdrawal:trade_sent',
  audience: 'user',
  description: 'The seller has sent you the trade offer: accept it.',
  payload: Type.Object(
    { inventoryItemId, tradeId: Type.Optional(Type.String({ description: 'Id of the trade offer' })) },
    { examples: [{ inventoryItemId: '90210', tradeId: '5551234567' }] },
  ),
});

export const withdrawalCompleted = defineEvent({
  name: 'withdrawal:completed',
  audience: 'user',
  description: 'The item has arrived; it is WITHDRAWN here.',
  payload: Type.Object(
    { inventoryItemId, itemName },
    { examples: [{ inventoryItemId: '90210', itemName: 'AK-47 | Redline (Field-Tested)' }] },
  ),
});

export const withdrawalCancelled = defineEvent({
  name: 'withdrawal:cancelled',
  audience: 'user',
  description: 'The withdrawal was called off; the item is AVAILABLE again.',
  payload: Type.Object(
    { inventoryItemId, reason },
    { examples: [{ inventoryItemId: '90210', reason: 'Seller failed to send' }] },
  ),
});

export const withdrawalFailed = defineEvent({
  name: 'withdrawal:failed',
  audience: 'user',
  description: 'The item could not be bought or delivered; it is AVAILABLE again.',
  payload: Type.Object({ inventoryItemId, reason }, { examples: [{ inventoryItemId: '90210', reason: 'Item sold' }] }),
});
