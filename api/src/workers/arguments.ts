export interface Asked {
  help: boolean;
  workers: number | null;
}

export class ArgumentError extends Error {}

const MAX_WORKERS = 256;

export const HELP = `npm start -- [--workers N]

Starts the server: one process, on an embedded database and with a sandbox for the outside world where nothing else is
configured. Settings are environment variables; README.md and .env.example have them all.

  --workers N   N processes on one port, for the cores of one machine, under a supervisor that replaces those that die.
                SIGHUP, to it or to npm, replaces them one after the other; with DRAIN_SECONDS of 2 or more, as in
                production, no request fails. Set REDIS_URL with it: without one each process counts limits for
                itself, and sockets hear only of what happens in their process. Sockets then connect by WebSocket
                alone (transports: ['websocket']).
  --help        this text

Ctrl-C and SIGTERM stop everything.
`;

export function readArguments(given: readonly string[]): Asked {
  const asked: Asked = { help: false, workers: null };
  const left = given.values();
  for (const argument of left) {
    const [name, inline] = splitOnce(argument);
    if (name === '--help' && inline === undefined) asked.help = true;
    else if (name === '--workers') asked.workers = numberOfWorkers(inline ?? left.next().value);
    else throw new ArgumentError(`there is no argument "${argument}"; "npm start -- --help" names all`);
  }
  return asked;
}

function splitOnce(argument: string): [string, string | undefined] {
  const at = argument.indexOf('=');
  return at === -1 ? [argument, undefined] : [argument.slice(0, at), argument.slice(at + 1)];
}

function numberOfWorkers(value: string | undefined): number {
  const number = Number(value);
  if (value !== undefined && /^[0-9]+$/.test(value) && number >= 1 && number <= MAX_WORKERS) return number;
  throw new ArgumentError(
    `--workers takes a whole number from 1 to ${MAX_WORKERS}${value === undefined ? '' : `, not "${value}"`}`,
  );
}

/**
 * Each process has five connections for jobs, two apart from transactions, one for announcements and one for a lock.
 */
const BESIDE_POOL = 9;
const FOR_TOOLS = 32;
/** PostgreSQL has this default; fewer would save nothing. */
const AT_LEAST = 100;

/** In a restart a new worker serves before its predecessor ends. */
export const connectionsFor = (processes: number, poolSize: number): number =>
  Math.max((processes + 1) * (poolSize + BESIDE_POOL) + FOR_TOOLS, AT_LEAST);
