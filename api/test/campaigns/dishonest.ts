import type { Campaign } from './campaign.ts';
import { type Trial, tryFraud } from './dishonest/fraud.ts';
import { FRAUDS } from './dishonest/frauds.ts';
import { openHouse } from './dishonest/house.ts';
import { useServer } from './use-server.ts';

export const dishonest: Campaign = {
  counted: 'frauds',
  usually: FRAUDS.length,
  help: [
    'a house that cheats, one fraud at a time, against the command that players have: each must be noticed,',
    'and the same house without the fraud found valid',
  ],
  run: async ({ databaseUrl, count, onProgress }) => {
    await useServer(databaseUrl);
    const house = await openHouse();
    try {
      const trials: Trial[] = [];
      const tried = FRAUDS.slice(0, count);
      for (const fraud of tried) {
        trials.push(await tryFraud(house, fraud));
        onProgress(trials.length, tried.length);
      }
      const unnoticed = trials.filter(({ faults }) => faults.length > 0);
      for (const { fraud, faults } of unnoticed) process.stderr.write(`${fraud.name}\n${faults.join('\n')}\n`);
      return {
        lines: [
          ...trials.flatMap(({ fraud: { name, deed, notices }, faults }): [string, string][] => [
            [name, deed],
            ...notices.map(({ command, verdict }): [string, string] => [
              '',
              faults.length > 0 ? 'NOT NOTICED' : `${verdict.padEnd(13)}${command}`,
            ]),
          ]),
          ['frauds', tried.length],
          ['noticed', tried.length - unnoticed.length],
        ],
        isFlawless: unnoticed.length === 0,
      };
    } finally {
      await house.close();
    }
  },
};
