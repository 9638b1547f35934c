import { randomBytes } from 'node:crypto';
import type { Notice } from './fraud.ts';
import type { House } from './house.ts';

// biome-ignore lint/suspicious/noExplicitAny: what an answer has is what a scenario reads of it.
export type Json = any;

export const newSeed = () => randomBytes(32).toString('hex');

export const notValid = (command: string, words: RegExp): Notice => ({ command, verdict: 'NOT VALID', words });

export async function argumentsOf(house: House, command: string, given: Record<string, Json>): Promise<string[]> {
  const args = [command];
  for (const [name, value] of Object.entries(given)) {
    const isFile = typeof value === 'object';
    args.push(`--${name}=${isFile ? await house.save(`${name}.json`, value) : value}`);
  }
  return args;
}

/** The player keeps an early head, so that later ones can be compared with it. */
export const keptHead = async (house: House): Promise<string> =>
  house.save('heads.jsonl', `${JSON.stringify(await house.ask(null, '/log/head'))}\n`);

/** Tells whether the log has a result, or terms, as the server shows them now. */
export const checkedInLog = async (house: House, kind: string, result: Json, heads?: string): Promise<string[]> => [
  ...(await argumentsOf(house, 'log', { server: house.url, kind, result })),
  `--heads=${heads ?? (await keptHead(house))}`,
];

/** The log must have every commitment, and each nonce must be rolled. */
export const committedArguments = async (house: House, commitments: Json, plays: Json): Promise<string[]> => [
  ...(await argumentsOf(house, 'log', { server: house.url, commitments, plays })),
  `--heads=${await keptHead(house)}`,
];
