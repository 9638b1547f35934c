import { assetTrials } from '../support/kills/asset-trials.ts';
import { testKillsIn } from '../support/kills/kill-trials.ts';
import { offerTrials } from '../support/kills/offer-trials.ts';
import { payoutTrials } from '../support/kills/payout-trials.ts';

testKillsIn(assetTrials, payoutTrials, offerTrials);
