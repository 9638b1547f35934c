import { battleTrials } from '../support/kills/battle-trials.ts';
import { caseTrials } from '../support/kills/case-trials.ts';
import { eventTrials } from '../support/kills/event-trials.ts';
import { testKillsIn } from '../support/kills/kill-trials.ts';
import { raffleTrials } from '../support/kills/raffle-trials.ts';
import { upgradeTrials } from '../support/kills/upgrade-trials.ts';

testKillsIn(caseTrials, upgradeTrials, eventTrials, battleTrials, raffleTrials);
