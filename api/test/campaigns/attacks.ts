import { runAttacks } from './attacks/run-attacks.ts';
import type { Campaign } from './campaign.ts';

export const attacks: Campaign = {
  counted: 'requests',
  usually: 2_500,
  help: [
    'requests that one anonymous connection sends at once; beside that, attacks on money, limits and the start',
    'run against a process with the settings of production; each must be held off',
  ],
  run: async ({ databaseUrl, count, onProgress }) => {
    const outcomes = await runAttacks({ databaseUrl, requests: count, onProgress });
    return {
      lines: outcomes.map(({ name, figure, isHeld }) => [`${isHeld ? 'held' : 'BROKEN'}: ${name}`, figure]),
      isFlawless: outcomes.every(({ isHeld }) => isHeld),
    };
  },
};
