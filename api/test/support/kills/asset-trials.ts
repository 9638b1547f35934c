import type { Id } from '../../../src/platform/ids.ts';
import { type AssetFlow, runFlow } from './asset-flows.ts';
import { ITEM_CENTS, type Trials } from './stage.ts';

export const assetTrials: Trials<AssetFlow> = {
  kind: 'assets',
  runFlow,
  trials: [
    {
      title: 'selling one item',
      flow: (_, { userId, ids }) => ({
        name: 'sellItem',
        userId,
        key: null,
        command: { id: ids[0] as Id<'inventoryItem'> },
      }),
      change: {
        balanceCents: ITEM_CENTS,
        transfers: ['ITEM_SALE 1000'],
        items: ['SOLD for 1000', 'AVAILABLE', 'AVAILABLE'],
      },
    },
    {
      title: 'selling several items',
      flow: (_, { userId, ids }) => ({ name: 'sellSeveral', userId, key: null, command: { ids: ids.slice(1) } }),
      change: {
        balanceCents: 2 * ITEM_CENTS,
        transfers: ['ITEM_SALE 2000'],
        items: ['AVAILABLE', 'SOLD for 1000', 'SOLD for 1000'],
      },
    },
    {
      title: 'selling all items',
      flow: (_, { userId }) => ({ name: 'sellAll', userId, key: null, command: {} }),
      change: {
        balanceCents: 3 * ITEM_CENTS,
        transfers: ['ITEM_SALE 3000'],
        items: ['SOLD for 1000', 'SOLD for 1000', 'SOLD for 1000'],
      },
    },
    {
      title: 'an adjustment by an administrator with an Idempotency-Key',
      flow: ({ adminId }, { userId }) => ({
        name: 'adjustBalance',
        userId,
        key: 'once',
        command: { changeCents: -700n, actorId: adminId },
      }),
      change: {
        balanceCents: -700,
        transfers: ['ADMIN_ADJUSTMENT 700'],
        audit: ['BALANCE_ADJUSTED'],
        keys: ['once 200'],
      },
    },
  ],
};
