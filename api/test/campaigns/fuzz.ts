import type { Campaign } from './campaign.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { useServer } from './use-server.ts';

/** So much more may be held at the end than after a fifth: caches fill, and nothing else grows. */
const MOST_GROWTH_MIB = 64;

export const fuzz: Campaign = {
  counted: 'requests',
  usually: 10_000,
  help: [
    'requests to every route of the API’s description in turn: right, nearly right and hostile ones, by nobody,',
    'a player and an administrator; no answer is a 5xx, and every one is as described',
  ],
  run: async ({ databaseUrl, count, seed, onProgress }) => {
    await useServer(databaseUrl);
    const report = await runFuzz({
      requests: count,
      seed: seed ?? 'campaign',
      onProgress: (done) => onProgress(done, count),
    });
    for (const fault of report.faults) process.stderr.write(`${fault}\n`);
    const [first, last] = report.heapMiB;
    return {
      lines: [
        ['requests', report.requests],
        ['routes', report.routes],
        ...Object.entries(report.answers).map(([name, value]): [string, number] => [`answers ${name}`, value]),
        ['faults', report.faults.length],
        ['broken invariants', report.violations],
        ['heap MiB after a fifth', first],
        ['heap MiB at the end', last],
      ],
      isFlawless: report.faults.length + report.violations === 0 && last - first < MOST_GROWTH_MIB,
    };
  },
};
