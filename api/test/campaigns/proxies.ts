import { randomInt } from 'node:crypto';
import type { Campaign } from './campaign.ts';
import { runProxies } from './proxies/run-proxies.ts';

export const proxies: Campaign = {
  counted: 'restarts',
  usually: 4,
  help: [
    'restarts of one of two processes under load, behind each proxy of ops/ that the machine has: TLS by an authority',
    'made for the run, a newcomer in the browser, sockets, addresses, limits, forged headers, and no request that fails',
  ],
  run: async ({ databaseUrl, count: restarts, seed, onProgress }) => {
    const number = seed === null ? randomInt(2 ** 31) : Number(seed);
    const { rows, faults, missing } = await runProxies({ databaseUrl, restarts, seed: number, onProgress });
    return {
      lines: [
        ...rows,
        ...missing.map((name): [string, string] => [`not on this machine: ${name}`, 'not tried']),
        ['faults', faults],
      ],
      isFlawless: faults === 0 && rows.length > 0,
    };
  },
};
