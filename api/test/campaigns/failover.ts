import { randomInt } from 'node:crypto';
import { runFailoverCampaign } from '../support/failover/failover-campaign.ts';
import type { Campaign } from './campaign.ts';

export const failover: Campaign = {
  counted: 'times',
  usually: 5,
  help: [
    'times that the PostgreSQL of two processes is killed under load, and its synchronous standby takes over,',
    'every second time one that lags; what was acknowledged must be there, and the processes go on by themselves',
  ],
  // Its database has a standby, so it brings its own.
  run: async ({ count: times, seed, onProgress }) => {
    const number = seed === null ? randomInt(2 ** 31) : Number(seed);
    const report = await runFailoverCampaign({ times, seed: number, onProgress });
    return {
      lines: [
        ['failovers', report.times],
        ['acknowledged writes', report.acknowledged],
        ['of them lost', report.lost],
        ['unanswered, whole or not', report.unanswered],
        ['ms to the promotion', medianAndMost(report.promotedMs)],
        ['ms to the first success', medianAndMost(report.firstSuccessMs)],
      ],
      isFlawless: report.lost === 0,
    };
  },
};

function medianAndMost(values: readonly number[]): string {
  const sorted = values.map(Math.round).sort((one, other) => one - other);
  return `${sorted[sorted.length >> 1]} ≤ ${sorted.at(-1)}`;
}
