import { inventoryViolationFixtures, itemsViolationFixtures, walletViolationFixtures } from './assets.ts';
import { battlesViolationFixtures } from './battles.ts';
import { casesViolationFixtures } from './cases.ts';
import { decisionsViolationFixtures } from './decisions.ts';
import { eventsViolationFixtures, shotCommitmentsViolationFixtures } from './events.ts';
import { limitsViolationFixtures, personalDataViolationFixtures, personsViolationFixtures } from './limits.ts';
import { logViolationFixtures } from './log.ts';
import { ordersViolationFixtures } from './orders.ts';
import { paymentsViolationFixtures } from './payments.ts';
import { payoutsViolationFixtures } from './payouts.ts';
import { auditViolationFixtures, authViolationFixtures, twoFactorViolationFixtures } from './people.ts';
import { rafflesViolationFixtures } from './raffles.ts';
import { rollsViolationFixtures } from './rolls.ts';
import { siteSwapsViolationFixtures } from './site-swaps.ts';
import { statisticsViolationFixtures } from './statistics.ts';
import { swapsViolationFixtures } from './swaps.ts';
import { upgradesViolationFixtures } from './upgrades.ts';
import type { ViolationFixtures } from './violation-fixture.ts';
import { withdrawalsViolationFixtures } from './withdrawals.ts';

export const violationFixtures: ViolationFixtures = {
  ...authViolationFixtures,
  ...auditViolationFixtures,
  ...twoFactorViolationFixtures,
  ...personalDataViolationFixtures,
  ...personsViolationFixtures,
  ...walletViolationFixtures,
  ...limitsViolationFixtures,
  ...itemsViolationFixtures,
  ...inventoryViolationFixtures,
  ...rollsViolationFixtures,
  ...logViolationFixtures,
  ...casesViolationFixtures,
  ...battlesViolationFixtures,
  ...upgradesViolationFixtures,
  ...eventsViolationFixtures,
  ...shotCommitmentsViolationFixtures,
  ...rafflesViolationFixtures,
  ...statisticsViolationFixtures,
  ...swapsViolationFixtures,
  ...siteSwapsViolationFixtures,
  ...withdrawalsViolationFixtures,
  ...ordersViolationFixtures,
  ...payoutsViolationFixtures,
  ...paymentsViolationFixtures,
  ...decisionsViolationFixtures,
};
