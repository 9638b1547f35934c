import { inventoryPlantings, itemsPlantings, walletPlantings } from './assets.ts';
import { battlesPlantings } from './battles.ts';
import { casesPlantings } from './cases.ts';
import { decisionsPlantings } from './decisions.ts';
import { eventsPlantings, shotCommitmentsPlantings } from './events.ts';
import { limitsPlantings, personalDataPlantings, personsPlantings } from './limits.ts';
import { ordersPlantings } from './orders.ts';
import { paymentsPlantings } from './payments.ts';
import { payoutsPlantings } from './payouts.ts';
import { auditPlantings, authPlantings, twoFactorPlantings } from './people.ts';
import type { Plantings } from './planting.ts';
import { rafflesPlantings } from './raffles.ts';
import { rollsPlantings } from './rolls.ts';
import { siteSwapsPlantings } from './site-swaps.ts';
import { statisticsPlantings } from './statistics.ts';
import { swapsPlantings } from './swaps.ts';
import { upgradesPlantings } from './upgrades.ts';
import { withdrawalsPlantings } from './withdrawals.ts';

export const plantings: Plantings = {
  ...authPlantings,
  ...auditPlantings,
  ...twoFactorPlantings,
  ...personalDataPlantings,
  ...personsPlantings,
  ...walletPlantings,
  ...limitsPlantings,
  ...itemsPlantings,
  ...inventoryPlantings,
  ...rollsPlantings,
  ...casesPlantings,
  ...battlesPlantings,
  ...upgradesPlantings,
  ...eventsPlantings,
  ...shotCommitmentsPlantings,
  ...rafflesPlantings,
  ...statisticsPlantings,
  ...swapsPlantings,
  ...siteSwapsPlantings,
  ...withdrawalsPlantings,
  ...ordersPlantings,
  ...payoutsPlantings,
  ...paymentsPlantings,
  ...decisionsPlantings,
};
