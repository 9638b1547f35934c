import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { SignedRound } from '../beacon/chain.ts';
import { isSigned } from '../beacon/signature.ts';
import { run } from './run.ts';

export type Json = Record<string, unknown>;
const games: { battles: Json[]; raffles: { raffle: Json; tickets: string }[] } = JSON.parse(
  readFileSync(new URL('../../vectors/games.json', import.meta.url), 'utf8'),
);
export const battleNumber = (id: number) => games.battles.find((battle) => battle.id === String(id)) as Json;
export const raffleNumber = (id: number) => games.raffles[id - 1] as { raffle: Json; tickets: string };

/** Signatures are checked once, because tests that change everything else would check them hundreds of times. */
const checked = new Map<string, boolean>();
const isSignedOnce = (signed: SignedRound): boolean => {
  const key = JSON.stringify(signed);
  const known = checked.get(key) ?? isSigned(signed);
  checked.set(key, known);
  return known;
};

/** Serves files by name; everything else fails. */
export const runWith = (args: readonly string[], files: Readonly<Record<string, unknown>> = {}) =>
  run(args, {
    readFile: async (name) => {
      if (!Object.hasOwn(files, name)) throw new Error('no such file');
      const file = files[name];
      return typeof file === 'string' ? file : JSON.stringify(file);
    },
    fetch: (address) => assert.fail(`asks ${address}`),
    readFileIfAny: () => assert.fail('no log is asked'),
    appendFile: () => assert.fail('no log is asked'),
    readPageHash: () => assert.fail('no page is checked'),
    loadSignatureCheck: async () => isSignedOnce,
    now: () => assert.fail('no log is asked'),
  });
export const runBattle = (battle: unknown, ...more: string[]) => runWith(['battle', ...more], { '-': battle });
export const runRaffle = (raffle: unknown, tickets: string, ...more: string[]) =>
  runWith(['raffle', 'raffle.json', 'tickets.txt', ...more], { 'raffle.json': raffle, 'tickets.txt': tickets });

export async function assertWrongCall(running: ReturnType<typeof run>, named: RegExp): Promise<void> {
  const { exitCode, stdout, stderr } = await running;
  assert.deepEqual([exitCode, stdout], [2, ''], stderr);
  assert.match(stderr, /^lisura-verify: [^\n]+\n$/);
  assert.match(stderr, named);
}
