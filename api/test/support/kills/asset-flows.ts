import { saleView } from '../../../src/modules/assets/inventory/inventory.records.ts';
import { sellAll, sellItem, sellSeveral } from '../../../src/modules/assets/inventory/sell-items.ts';
import { adjustBalance } from '../../../src/modules/assets/wallet/ledger.ts';
import type { Db } from '../../../src/platform/database/db.ts';
import type { Id } from '../../../src/platform/ids.ts';
import { type FlowOf, onceOf, push } from './user-flows.ts';

export type AssetFlow = FlowOf<{
  sellItem: { id: Id<'inventoryItem'> };
  sellSeveral: { ids: Id<'inventoryItem'>[] };
  sellAll: object;
  adjustBalance: { changeCents: bigint; actorId: Id<'user'> };
}>;

export async function runFlow(db: Db, flow: AssetFlow): Promise<void> {
  const { userId } = flow;
  switch (flow.name) {
    case 'sellItem':
      await sellItem({ db, push }, { userId, id: flow.command.id }, onceOf(flow, saleView));
      break;
    case 'sellSeveral':
      await sellSeveral({ db }, { userId, ids: flow.command.ids }, onceOf(flow, saleView));
      break;
    case 'sellAll':
      await sellAll({ db, push }, { userId }, onceOf(flow, saleView));
      break;
    case 'adjustBalance': {
      const command = { userId, reason: 'Goodwill', ip: '127.0.0.1', ...flow.command };
      await adjustBalance(
        { db, push },
        command,
        onceOf(flow, (adjusted) => adjusted),
      );
    }
  }
}
