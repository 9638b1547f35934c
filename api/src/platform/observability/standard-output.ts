import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';
import { shortLine } from './short-lines.ts';

/** How much waits for a reader that is slow. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** How a write fails once a pipe's reader, or a terminal, is gone. */
const GONE = new Set(['EPIPE', 'EIO']);

/** Whoever reads what the process prints may go before it does. It goes on in silence then, and ends when asked to. */
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
  // In production somebody looks on at most: what a terminal shows is then kept and searched as anywhere else.
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
