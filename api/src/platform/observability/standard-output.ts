import type { Writable } from 'node:stream';
import type { DestinationStream } from 'pino';

const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);
/** A foreign text must not move the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const NOT_FOR_STACKS = new Set(['info', 'debug', 'trace', 'warn']);

interface Line {
  level: string;
  time?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

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

const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** The reader of a pipe, or a terminal, is gone. */
const GONE = new Set(['EPIPE', 'EIO']);

/** After its reader is gone, the process continues in silence. */
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
 * At the end of the process pino's own stream repeats a failing write for ever. Node's stream has no limit, so lines
 * beyond one are counted and dropped here.
 */
export function logOutput(options: LogOutputOptions): DestinationStream {
  const { production, stream = process.stdout, maxWaitingBytes = MAX_WAITING_BYTES } = options;
  // In production a terminal is stored, too.
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
