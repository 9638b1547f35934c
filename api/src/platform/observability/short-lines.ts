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
