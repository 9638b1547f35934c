import { saleView } from '../../src/modules/assets/inventory/inventory.schemas.ts';
import { sellAll, sellItem, sellSeveral } from '../../src/modules/assets/inventory/sell-items.ts';
import { adjustBalance } from '../../src/modules/assets/wallet/adjust-balance.ts';
import { holdBalance, settleHold } from '../../src/modules/assets/wallet/index.ts';
import { adjustedBalanceView } from '../../src/modules/assets/wallet/wallet.schemas.ts';
import { createOpenCases } from '../../src/modules/games/cases/open-cases.ts';
import { openedView } from '../../src/modules/games/cases/openings.schemas.ts';
import { findPlayableCase } from '../../src/modules/games/cases/playable-cases.sql.ts';
import { claimTier } from '../../src/modules/games/events/claim-tier.ts';
import type { TicketPrice } from '../../src/modules/games/events/events.types.ts';
import { earnFromWagers } from '../../src/modules/games/events/index.ts';
import { claimView } from '../../src/modules/games/events/progress.schemas.ts';
import { shoot } from '../../src/modules/games/events/shoot.ts';
import { firedShotView } from '../../src/modules/games/events/shots.schemas.ts';
import { upgradeEdgeSetting } from '../../src/modules/games/upgrades/index.ts';
import { performUpgrade } from '../../src/modules/games/upgrades/perform-upgrade.ts';
import { performedView } from '../../src/modules/games/upgrades/played-upgrades.schemas.ts';
import { createAnnouncements } from '../../src/platform/announcements.ts';
import { type Db, transaction } from '../../src/platform/db.ts';
import type { Once } from '../../src/platform/idempotency.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { createSettings } from '../../src/platform/settings.ts';

/** The use cases that move money, each by its name, for a process that does nothing else. */
interface Commands {
  sellItem: { id: Id<'inventoryItem'> };
  sellSeveral: { ids: Id<'inventoryItem'>[] };
  sellAll: object;
  openCases: { caseId: Id<'case'>; quantity: number };
  performUpgrade: {
    inventoryItemIds: Id<'inventoryItem'>[];
    balanceCents: bigint;
    targetItemId: Id<'item'>;
    clientSeed: string;
  };
  shoot: { eventId: Id<'event'>; ticketPrice: TicketPrice };
  claimTier: { eventId: Id<'event'>; tierId: Id<'event-tier'> };
  adjustBalance: { changeCents: bigint; actorId: Id<'user'> };
  holdBalance: { amountCents: bigint };
  settleHold: { holdId: Id<'hold'> };
}

type FlowName = keyof Commands;

/** A flow with its user and what it is told; with a key it may be repeated. */
export type MoneyFlow = {
  [Name in FlowName]: { name: Name; userId: Id<'user'>; key: string | null; command: Commands[Name] };
}[FlowName];

const push = { toUser: () => undefined };
const withdrawal = { reason: 'Withdrawal', reference: { type: 'WITHDRAWAL', id: '1' } };

export async function runMoneyFlow(db: Db, flow: MoneyFlow): Promise<void> {
  const { userId } = flow;
  switch (flow.name) {
    case 'sellItem':
      await sellItem({ db, push }, onceOf(flow, saleView), { userId, id: flow.command.id });
      break;
    case 'sellSeveral':
      await sellSeveral({ db }, onceOf(flow, saleView), { userId, ids: flow.command.ids });
      break;
    case 'sellAll':
      await sellAll({ db, push }, onceOf(flow, saleView), { userId });
      break;
    case 'openCases': {
      const catalogue = { find: (caseId: Id<'case'>) => findPlayableCase(db, caseId) };
      const openCases = createOpenCases({ db, catalogue, earn: earnFromWagers, onOpened: () => undefined });
      await openCases({ userId, clientSeed: null, ...flow.command }, onceOf(flow, openedView));
      break;
    }
    case 'performUpgrade': {
      const deps = { db, settings: settingsOf(db), push, earn: earnFromWagers, onPerformed: () => undefined };
      await performUpgrade(deps, onceOf(flow, performedView), { userId, ...flow.command });
      break;
    }
    case 'shoot':
      await shoot({ db }, { userId, clientSeed: null, ...flow.command }, onceOf(flow, firedShotView));
      break;
    case 'claimTier':
      await claimTier({ db, push }, { userId, ...flow.command }, onceOf(flow, claimView));
      break;
    case 'adjustBalance': {
      const command = { userId, reason: 'Goodwill', ip: '127.0.0.1', ...flow.command };
      await adjustBalance({ db, push }, command, onceOf(flow, adjustedBalanceView));
      break;
    }
    case 'holdBalance':
      await transaction(db, (tx) => holdBalance(tx, { userId, ...withdrawal, ...flow.command }));
      break;
    case 'settleHold':
      await transaction(db, (tx) => settleHold(tx, flow.command.holdId, withdrawal));
  }
}

/** A flow reads what it decides on in its own transaction, so it need not hear of changes. */
function settingsOf(db: Db) {
  const announcements = createAnnouncements({ address: '', logger: silentLogger });
  return createSettings({ db, announcements, definitions: [upgradeEdgeSetting] });
}

function onceOf<Result>({ userId, key }: MoneyFlow, view: (result: Result) => object): Once<Result> | null {
  if (key === null) return null;
  return {
    key: { ownerId: userId, key, fingerprint: 'the same request' },
    answer: (result) => ({ status: 200, body: JSON.stringify(view(result)) }),
  };
}
