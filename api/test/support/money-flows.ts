import { saleView } from '../../src/modules/assets/inventory/inventory.schemas.ts';
import { sellAll, sellItem, sellSeveral } from '../../src/modules/assets/inventory/sell-items.ts';
import { adjustBalance } from '../../src/modules/assets/wallet/adjust-balance.ts';
import { adjustedBalanceView } from '../../src/modules/assets/wallet/wallet.schemas.ts';
import { battleWaitSetting } from '../../src/modules/games/battles/battle-wait.ts';
import { cancelBattle } from '../../src/modules/games/battles/desk/cancel-battle.ts';
import { createBattle } from '../../src/modules/games/battles/lobby/create-battle.ts';
import { joinBattle } from '../../src/modules/games/battles/lobby/join-battle.ts';
import { findPlayableCase } from '../../src/modules/games/cases/catalogue/playable-cases.sql.ts';
import { createOpenCases } from '../../src/modules/games/cases/openings/open-cases.ts';
import { openedView } from '../../src/modules/games/cases/openings/openings.schemas.ts';
import type { TicketPrice } from '../../src/modules/games/events/events.types.ts';
import { earnFromWagers } from '../../src/modules/games/events/index.ts';
import { claimTier } from '../../src/modules/games/events/pass/claim-tier.ts';
import { claimView } from '../../src/modules/games/events/pass/progress.schemas.ts';
import { shoot } from '../../src/modules/games/events/shots/shoot.ts';
import { firedShotView } from '../../src/modules/games/events/shots/shots.schemas.ts';
import { cancelRaffle } from '../../src/modules/games/raffles/desk/cancel-raffle.ts';
import { drawRaffle } from '../../src/modules/games/raffles/draw/draw-raffle.ts';
import { buyTickets } from '../../src/modules/games/raffles/sales/buy-tickets.ts';
import { performUpgrade } from '../../src/modules/games/upgrades/perform-upgrade.ts';
import { performedView } from '../../src/modules/games/upgrades/played-upgrades.schemas.ts';
import { upgradeEdgeSetting } from '../../src/modules/games/upgrades/upgrade-edge.ts';
import { acceptOffer } from '../../src/modules/trade/swaps/offers/accept-offer.ts';
import { cancelOffer, declineOffer } from '../../src/modules/trade/swaps/offers/close-offer.ts';
import { createOffer } from '../../src/modules/trade/swaps/offers/create-offer.ts';
import { swapView } from '../../src/modules/trade/swaps/offers/offers.schemas.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { createAnnouncements } from '../../src/platform/database/announcements.ts';
import type { Db } from '../../src/platform/database/db.ts';
import type { Once } from '../../src/platform/database/idempotency.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { createSettings } from '../../src/platform/settings.ts';
import { testSeedSeal as seedSeal } from './committed-seeds.ts';
import { type PayoutFlow, runPayoutFlow } from './payout-flows.ts';

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
  createBattle: { caseId: Id<'case'>; seatCount: number };
  joinBattle: { battleId: Id<'battle'>; clientSeed: string | null };
  cancelBattle: { battleId: Id<'battle'> };
  buyTickets: { raffleId: Id<'raffle'>; quantity: number };
  drawRaffle: { raffleId: Id<'raffle'> };
  cancelRaffle: { raffleId: Id<'raffle'> };
  adjustBalance: { changeCents: bigint; actorId: Id<'user'> };
  createOffer: { offeredIds: Id<'inventoryItem'>[]; askedItemIds: Id<'item'>[] };
  acceptOffer: { swapId: Id<'swap'>; chosenIds: Id<'inventoryItem'>[] };
  cancelOffer: { swapId: Id<'swap'> };
  declineOffer: { swapId: Id<'swap'> };
}

type FlowName = keyof Commands;

/** A flow with its user and what it is told; with a key it may be repeated. */
export type MoneyFlow =
  | PayoutFlow
  | {
      [Name in FlowName]: { name: Name; userId: Id<'user'>; key: string | null; command: Commands[Name] };
    }[FlowName];

const push = { toUser: () => undefined, toAll: () => undefined, toRoom: () => undefined };
const byNobody = { actorId: null, ip: null };
const tell = () => undefined;

export async function runMoneyFlow(db: Db, flow: MoneyFlow): Promise<void> {
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
    case 'openCases': {
      const find = (caseId: Id<'case'>) => findPlayableCase(db, caseId);
      const catalogue = { find, findNow: find };
      const openCases = createOpenCases({
        db,
        clock,
        seedSeal,
        catalogue,
        earn: earnFromWagers,
        onOpened: () => undefined,
      });
      const expected = { priceCents: null, versionNumber: null };
      await openCases({ userId, clientSeed: null, expected, ...flow.command }, onceOf(flow, openedView));
      break;
    }
    case 'performUpgrade': {
      const deps = { db, clock, seedSeal, settings: settingsOf(db), push, earn: earnFromWagers, tell };
      await performUpgrade(deps, { userId, minChanceUnits: null, ...flow.command }, onceOf(flow, performedView));
      break;
    }
    case 'shoot':
      await shoot({ db, clock, seedSeal }, { userId, clientSeed: null, ...flow.command }, onceOf(flow, firedShotView));
      break;
    case 'claimTier':
      await claimTier({ db, push }, { userId, ...flow.command }, onceOf(flow, claimView));
      break;
    case 'buyTickets':
      await buyTickets({ db, clock, push }, { userId, expectedPriceCents: null, ...flow.command }, null);
      break;
    case 'drawRaffle':
      await drawRaffle({ db, push, clock, beacon: null, seedSeal }, flow.command.raffleId, byNobody, null);
      break;
    case 'cancelRaffle':
      await cancelRaffle({ db, clock, push }, flow.command.raffleId, byNobody, null);
      break;
    case 'adjustBalance': {
      const command = { userId, reason: 'Goodwill', ip: '127.0.0.1', ...flow.command };
      await adjustBalance({ db, push }, command, onceOf(flow, adjustedBalanceView));
      break;
    }
    case 'createOffer':
    case 'acceptOffer':
    case 'cancelOffer':
    case 'declineOffer':
      await runSwapFlow(db, flow);
      break;
    case 'createBattle':
    case 'joinBattle':
    case 'cancelBattle':
      await runBattleFlow(db, flow);
      break;
    default:
      await runPayoutFlow(db, flow);
  }
}

type BattleFlow = Extract<MoneyFlow, { name: 'createBattle' | 'joinBattle' | 'cancelBattle' }>;

async function runBattleFlow(db: Db, flow: BattleFlow): Promise<void> {
  const deps = lobbyOf(db);
  const asker = { userId: flow.userId, ip: '127.0.0.1', invitationCode: null };
  switch (flow.name) {
    case 'createBattle':
      await createBattle(deps, battleRequest(asker, flow.command), null);
      break;
    case 'joinBattle':
      await joinBattle(deps, { ...asker, ...flow.command }, null);
      break;
    case 'cancelBattle':
      await cancelBattle(deps, { reason: 'No longer wanted', actorId: null, ip: null, ...flow.command }, null);
  }
}

/** What battles need, for whoever does without a server. */
export const lobbyOf = (db: Db) => ({
  ...{ db, seedSeal, clock, push, beacon: null, earn: earnFromWagers, showDrops: () => undefined },
  ...{ settings: settingsOf(db), logger: silentLogger },
});

export function battleRequest(
  asker: { userId: Id<'user'>; ip: string },
  { caseId, seatCount, clientSeed = null }: { caseId: Id<'case'>; seatCount: number; clientSeed?: string | null },
): Parameters<typeof createBattle>[1] {
  return {
    ...asker,
    ...{ mode: 'NORMAL', isTeams: false, isPrivate: false, randomness: 'server' },
    ...{ caseIds: [caseId], seatCount, clientSeed, expectedEntryCents: null },
  };
}

type SwapFlow = Extract<MoneyFlow, { name: 'createOffer' | 'acceptOffer' | 'cancelOffer' | 'declineOffer' }>;

async function runSwapFlow(db: Db, flow: SwapFlow): Promise<void> {
  const { userId } = flow;
  const [deps, once] = [{ db, push, tell }, onceOf(flow, swapView)];
  switch (flow.name) {
    case 'createOffer':
      await createOffer(deps, { creatorId: userId, acceptorId: null, askedIds: [], ...flow.command }, once);
      break;
    case 'acceptOffer':
      await acceptOffer(deps, { userId, ...flow.command }, once);
      break;
    case 'cancelOffer':
      await cancelOffer(deps, { userId, ...flow.command }, once);
      break;
    case 'declineOffer':
      await declineOffer(deps, { userId, ...flow.command }, once);
  }
}

/** A flow reads what it decides on in its own transaction, so it need not hear of changes. */
function settingsOf(db: Db) {
  const announcements = createAnnouncements({ address: '', logger: silentLogger });
  return createSettings({ db, announcements, definitions: [upgradeEdgeSetting, battleWaitSetting] });
}

function onceOf<Result>({ userId, key }: MoneyFlow, view: (result: Result) => object): Once<Result> | null {
  if (key === null) return null;
  return {
    key: { ownerId: userId, key, fingerprint: 'the same request' },
    answer: (result) => ({ status: 200, body: JSON.stringify(view(result)) }),
  };
}
