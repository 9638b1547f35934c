import { analytics } from '../modules/admin/analytics/index.ts';
import { adminConsole } from '../modules/admin/console/index.ts';
import { dashboard } from '../modules/admin/dashboard/index.ts';
import { findOpenSuspicions, fraud } from '../modules/admin/fraud/index.ts';
import { operations } from '../modules/admin/operations/index.ts';
import { inventory } from '../modules/assets/inventory/index.ts';
import { items } from '../modules/assets/items/index.ts';
import { assertMayDeposit, countersInvariants, limits } from '../modules/assets/limits/index.ts';
import { lockAccount, transferTypes, transferTypesInvariants, wallet } from '../modules/assets/wallet/index.ts';
import { battles } from '../modules/games/battles/index.ts';
import { cases } from '../modules/games/cases/index.ts';
import { drops } from '../modules/games/drops/index.ts';
import { earnFromWagers, events } from '../modules/games/events/index.ts';
import { logInvariants, publicLog, sourcesOf } from '../modules/games/log/index.ts';
import { raffles } from '../modules/games/raffles/index.ts';
import {
  isShowing,
  isWagerGame,
  rolls,
  salesOf,
  sharedRollsInvariants,
  unplayedStakesOf,
} from '../modules/games/rolls/index.ts';
import {
  playsFrom,
  readInAll,
  rollUpsOf,
  salesFrom,
  statistics,
  statisticsInvariants,
} from '../modules/games/statistics/index.ts';
import { upgrades } from '../modules/games/upgrades/index.ts';
import { site } from '../modules/pages/site/index.ts';
import { visitor } from '../modules/pages/visitor/index.ts';
import { alerts } from '../modules/people/alerts/index.ts';
import { audit } from '../modules/people/audit/index.ts';
import { auth } from '../modules/people/auth/index.ts';
import { decisions, decisionsInvariants } from '../modules/people/decisions/index.ts';
import { notifications } from '../modules/people/notifications/index.ts';
import { personFacts } from '../modules/people/person-facts/index.ts';
import { personalData } from '../modules/people/personal-data/index.ts';
import { twoFactor } from '../modules/people/two-factor/index.ts';
import { users } from '../modules/people/users/index.ts';
import { withdrawalWaits } from '../modules/people/withdrawal-waits/index.ts';
import { itemWithdrawals } from '../modules/trade/item-withdrawals/index.ts';
import { orders } from '../modules/trade/orders/index.ts';
import { cancelCharges, countPendingPayouts, paymentStatuses, payments } from '../modules/trade/payments/index.ts';
import { suspensions } from '../modules/trade/suspensions/index.ts';
import { swaps } from '../modules/trade/swaps/index.ts';
import type { Tx } from '../platform/database/db.ts';
import type { ConstraintErrors } from '../platform/errors.ts';
import type { Id } from '../platform/ids.ts';
import type { PersonFacts, TakeOver } from '../platform/personal-data/person-facts.ts';
import { collectEvents } from '../platform/realtime/events.ts';
import { rolledDaysInvariants } from '../platform/roll-ups/rolled-days.invariants.ts';

/** A new game needs a folder and a line here. */
const gameModules = [cases, battles, upgrades, events, raffles];

/** Modules come after those that they import. A new one needs a folder and a line here. */
export const modules = [
  auth,
  users,
  twoFactor,
  withdrawalWaits,
  decisions,
  notifications,
  audit,
  alerts,
  personFacts,
  personalData,
  wallet,
  limits,
  items,
  inventory,
  operations,
  rolls,
  drops,
  ...gameModules,
  publicLog,
  statistics,
  suspensions,
  swaps,
  payments,
  orders,
  itemWithdrawals,
  visitor,
  site,
  dashboard,
  analytics,
  fraud,
  adminConsole,
];

export const referenceOrder = [
  'auth',
  'user',
  'wallet',
  'payment',
  'two-factor',
  'limits',
  'personal-data',
  'session',
  'config',
  'inventory',
  'item-withdrawals',
  'items',
  'cases',
  'openings',
  'live-drops',
  'upgrade',
  'battles',
  'raffles',
  'events',
  'swap',
  'provably-fair',
  'log',
  'statistics',
  'notifications',
  'console',
  'dashboard',
  'analytics',
  'fraud',
  'alerts',
  'orders',
  'suspensions',
  'operations',
  'audit',
];

export const constraintErrors: ConstraintErrors = Object.assign({}, ...modules.map((each) => each.constraintErrors));

export const games = gameModules.map(({ game }) => game);

export const wagerGames = games.filter(isWagerGame);

export const shown = games.filter(isShowing);
const gameTransfers = games.flatMap(({ stakes }) => stakes?.transfers ?? []);
const [unplayedStakes, sales] = [unplayedStakesOf(games), salesOf(games)];

export const settingDefinitions = modules.flatMap((each) => each.settings ?? []);

export const socketEvents = collectEvents(modules);

export const personalRows = modules.map((each) => each.personalData ?? {});

export const follows: PersonFacts = Object.assign({}, ...modules.map((each) => each.follows ?? {}));

export const takeOvers: readonly TakeOver[] = modules.flatMap((each) => each.takeOver ?? []);

export const rollUps = [...modules.flatMap((each) => each.rollUps ?? []), ...rollUpsOf(wagerGames)];

export const running = [
  ...rollUps.flatMap((each) => each.running ?? []),
  ...modules.flatMap((each) => each.running ?? []),
];

export const invariants = [
  ...modules.map((each) => each.invariants ?? {}),
  rolledDaysInvariants(rollUps, running),
  sharedRollsInvariants(games),
  logInvariants(sourcesOf(games)),
  statisticsInvariants(wagerGames),
  countersInvariants({ plays: games.flatMap(({ stakes }) => stakes?.plays ?? []), unplayedStakes }),
  transferTypesInvariants(transferTypes(gameTransfers)),
  decisionsInvariants(modules.flatMap((each) => each.decided ?? [])),
].flatMap((each) => Object.entries(each));

export const fromOtherModules = {
  earn: earnFromWagers,
  mayDeposit: assertMayDeposit,
  openSuspicions: findOpenSuspicions,
  cancelCharges,
  games,
  wagerGames,
  sales,
  shown,
  gameTransfers,
  wagerTypes: wagerGames.map(({ stakes }) => stakes.transfers.stake),
  past: {
    plays: [...wagerGames.map(playsFrom), ...sales.map(salesFrom)],
    unplayedStakes,
    readInAll: (tx: Tx, userId: Id<'user'>) => readInAll(tx, userId, wagerGames, sales),
  },
  kept: personalRows,
  unsettled: modules.map((each) => each.unsettled ?? {}),
  lockAccount,
  countPendingWithdrawals: countPendingPayouts,
  referenceStatuses: paymentStatuses,
};
