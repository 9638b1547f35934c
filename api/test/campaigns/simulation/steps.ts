import { addBots, cancelBattle, createBattle, joinBattle, sweepBattles } from './battles.ts';
import { followDelivery, swapWithSite, withdrawItem } from './deliveries.ts';
import { adjustBalance } from './house.ts';
import {
  approvePayout,
  beginDeposit,
  cancelPayout,
  confirmPayout,
  expireDeposits,
  expirePayouts,
  payDeposit,
  rejectPayout,
  requestPayout,
} from './money.ts';
import { claimTier, openCases, type Step, sellAll, sellItems, shoot, upgrade } from './plays.ts';
import { changeLimit, excludeOneself } from './protection.ts';
import { buyTickets, cancelRaffle, drawRaffle } from './raffles.ts';
import { acceptSwap, closeSwap, offerSwap } from './swaps.ts';

const WEIGHTED: readonly (readonly [string, Step, number])[] = [
  ['open', openCases, 40],
  ['sell', sellItems, 24],
  ['sell all', sellAll, 2],
  ['upgrade', upgrade, 20],
  ['shoot', shoot, 8],
  ['claim', claimTier, 4],
  ['create battle', createBattle, 10],
  ['join battle', joinBattle, 16],
  ['add bots', addBots, 8],
  ['cancel battle', cancelBattle, 2],
  ['sweep battles', sweepBattles, 2],
  ['buy tickets', buyTickets, 16],
  ['draw raffle', drawRaffle, 4],
  ['cancel raffle', cancelRaffle, 1],
  ['offer swap', offerSwap, 8],
  ['accept swap', acceptSwap, 8],
  ['close swap', closeSwap, 6],
  ['withdraw item', withdrawItem, 4],
  ['follow delivery', followDelivery, 4],
  ['site swap', swapWithSite, 4],
  ['begin deposit', beginDeposit, 6],
  ['pay deposit', payDeposit, 6],
  ['expire deposits', expireDeposits, 1],
  ['request payout', requestPayout, 6],
  ['confirm payout', confirmPayout, 6],
  ['approve payout', approvePayout, 4],
  ['cancel payout', cancelPayout, 2],
  ['reject payout', rejectPayout, 2],
  ['expire payouts', expirePayouts, 2],
  ['adjust', adjustBalance, 10],
  ['limit', changeLimit, 4],
  ['pause', excludeOneself, 1],
];

export const STEPS: readonly (readonly [string, Step])[] = WEIGHTED.flatMap(([name, step, weight]) =>
  Array<readonly [string, Step]>(weight).fill([name, step]),
);
