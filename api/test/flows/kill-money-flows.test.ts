import { testKillsIn } from '../support/kill-trials.ts';
import { moneyTrials } from '../support/money-trials.ts';

testKillsIn(moneyTrials);
