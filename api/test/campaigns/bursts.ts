import { runBursts } from './bursts/run-bursts.ts';
import type { Campaign } from './campaign.ts';
import { useServer } from './use-server.ts';

export const bursts: Campaign = {
  counted: 'rounds',
  usually: 1,
  help: [
    'rounds, in each of which every route that changes something is sent the same request fifty times at once,',
    'to two processes, with and without a key; it is done as often as it may be, and not once more',
  ],
  run: async ({ databaseUrl, count, seed, onProgress }) => {
    await useServer(databaseUrl);
    const report = await runBursts({ rounds: count, seed: seed ?? 'campaign', onProgress });
    for (const fault of report.faults) process.stderr.write(`${fault}\n`);
    return {
      lines: [
        ['bursts', report.bursts],
        ['requests', report.requests],
        ['routes', report.routes],
        ['of which counted', report.counted],
        ['faults', report.faults.length],
        ['broken invariants', report.violations],
      ],
      isFlawless: report.faults.length === 0,
    };
  },
};
