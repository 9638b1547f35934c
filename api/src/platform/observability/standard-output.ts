import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

/** Every line has these fields, and a person at a terminal need not read them. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);
/** A foreign text must not move the cursor or paint over earlier lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const NOT_FOR_STACKS = new Set(['info', 'debug', 'trace', 'warn']);

interface Line {
  level: string;
  time?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

/** Formats a line of the log for a person at a terminal: time, level, message, and below an error its stack. */
export function shortLine(json: string): string {
  const line = JSON.parse(json) as Line;
  const { level, time = '', msg = '', err } = line;
  const fields = Object.entries(line).filter(([name]) => !LEFT_OUT.has(name));
  const shown = fields.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const why = err?.message === undefined || err.message === msg ? [] : [`: ${err.message}`];
  const head = `${time.slice(11, 19)} ${level.padEnd(5)} ${msg}${why.join('')}`;
  const first = (shown.length === 0 ? head : `${head} (${shown.join(', ')})`).replaceAll('\n', ' ');
  const stack = NOT_FOR_STACKS.has(level) ? '' : (err?.stack ?? '').split('\n').slice(1).join('\n');
  return `${[first, stack].filter((part) => part !== '').join('\n')}\n`.replaceAll(CONTROLS, '·');
}

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
