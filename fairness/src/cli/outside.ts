import { appendFile, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { CheckSignature } from '../index.ts';

export interface Outside {
  /** `-` reads the standard input. */
  readFile(path: string): Promise<string>;
  /** Returns null where there is no such file. */
  readFileIfAny(path: string): Promise<string | null>;
  appendFile(path: string, text: string): Promise<void>;
  /** Without any credentials. */
  fetch(address: string): Promise<{ status: number; text: string }>;
  /** It is null where its library is not installed. */
  loadSignatureCheck(): Promise<CheckSignature | null>;
  /** This is the SHA-256 of the page that was published with this code. */
  readPageHash(): Promise<string>;
  now(): Date;
}

export const outside: Outside = {
  readFile: (path) => (path === '-' ? text(process.stdin) : readFile(path, 'utf8')),
  readFileIfAny: (path) =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  appendFile: (path, text) => appendFile(path, text),
  fetch: (address) => ask(address, ATTEMPTS),
  loadSignatureCheck: () =>
    import('../beacon/signature.ts').then(
      ({ isSigned }) => isSigned,
      () => null,
    ),
  readPageHash: () => readFile(new URL('../../page.sha256', import.meta.url), 'utf8'),
  now: () => new Date(),
};

const ATTEMPTS = 3;
const LONGEST_WAIT_SECONDS = 60;

/**
 * A server with a limit for each minute is asked again when it says so, because a file may have many heads to compare.
 */
async function ask(address: string, attempts: number): Promise<{ status: number; text: string }> {
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.status === 429 && attempts > 1 && seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS) {
    await response.body?.cancel();
    await setTimeout(seconds * 1_000);
    return ask(address, attempts - 1);
  }
  return { status: response.status, text: await response.text() };
}
