import { testKillsIn } from '../support/kill-trials.ts';
import { gameTrials } from '../support/money-trials.ts';

testKillsIn(gameTrials);
