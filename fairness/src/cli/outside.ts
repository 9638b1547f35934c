import { appendFile, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { CheckSignature } from '../index.ts';

/** What the command reads beside its arguments. */
export interface Outside {
  /** `-` is what is piped in. */
  readFile(path: string): Promise<string>;
  /** Null where there is no such file. */
  readFileIfAny(path: string): Promise<string | null>;
  appendFile(path: string, text: string): Promise<void>;
  /** Without any credentials. */
  fetch(address: string): Promise<{ status: number; text: string }>;
  /** Null where the library that it needs is not there. */
  loadSignatureCheck(): Promise<CheckSignature | null>;
}

export const outside: Outside = {
  readFile: (path) => (path === '-' ? text(process.stdin) : readFile(path, 'utf8')),
  readFileIfAny: (path) =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    }),
  appendFile: (path, text) => appendFile(path, text),
  fetch: async (address) => {
    const response = await fetch(address, { headers: { accept: 'application/json' } });
    return { status: response.status, text: await response.text() };
  },
  loadSignatureCheck: () =>
    import('../beacon/signature.ts').then(
      ({ isSigned }) => isSigned,
      () => null,
    ),
};
