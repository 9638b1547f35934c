import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { shortLine } from './short-lines.ts';

/** Limits the bytes that wait for a slow reader. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A write fails with these codes once a pipe's reader, or a terminal, is gone. */
const GONE = new Set(['EPIPE', 'EIO']);

/**
 * The reader of the output may end before the process does. The process then goes on in silence, and ends when asked
 * to.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!GONE.has(error.code ?? '')) throw error;
    });
  }
}

interface LogOutputOptions {
  production: boolean;
  stream?: Writable & { isTTY?: boolean };
  maxWaitingBytes?: number;
}

/**
 * Where the log goes: machines read JSON, a person at a terminal short lines. Not by pino's own stream: at the end of the process, and after a fatal line, it repeats a write
 * that fails for ever, so that a process without a reader could neither be stopped nor answer. Node's stream writes at
 * once what the other end takes and keeps the rest, but without a limit; here what is too much is counted and left out.
 */
export function logOutput(options: LogOutputOptions): DestinationStream {
  const { production, stream = process.stdout, maxWaitingBytes = MAX_WAITING_BYTES } = options;
  // In production the output is stored and searched, even if it is a terminal.
  const printed = stream.isTTY === true && !production ? shortLine : (line: string) => line;
  let lostLines = 0;
  return {
    write: (line) => {
      if (stream.writableLength > maxWaitingBytes) {
        lostLines += 1;
        return;
      }
      if (lostLines > 0) {
        const warning = JSON.stringify({ level: 'warn', lostLines, msg: 'Lines were lost: nobody read them' });
        stream.write(printed(`${warning}\n`));
        lostLines = 0;
      }
      stream.write(printed(line));
    },
  };
}
