import { Socket } from 'node:net';
import { Client } from 'pg';
import { within } from '../time-limits.ts';
import { addressConfig, type DatabaseAddress } from './db.ts';

/** The channel of PostgreSQL that all announcements go through. */
export const ANNOUNCEMENT_CHANNEL = 'lisura';
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_LIMIT_MS = 2_000;

interface LineOptions {
  address: DatabaseAddress;
  /** How often the connection is asked for a sign of life. */
  checkMs: number;
  /** So many times as long as usual may an answer take. */
  patience: number;
}

/** One connection that listens. */
export interface Line {
  /** Resolves with the reason when the connection is no more. */
  lost: Promise<Error>;
}

export async function connectLine(
  { address, checkMs, patience }: LineOptions,
  signal: AbortSignal,
  deliver: (text: string) => void,
): Promise<Line> {
  signal.throwIfAborted();
  // A socket of our own can be destroyed at once whatever the client is waiting for, even a greeting that never comes.
  const socket = new Socket({ signal });
  const client = new Client({
    ...addressConfig(address),
    stream: () => socket,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS * patience,
    keepAlive: true,
    application_name: 'lisura announcements',
  });
  const answerLimitMs = ANSWER_LIMIT_MS * patience;
  const lost = Promise.withResolvers<Error>();
  client.on('error', lost.resolve);
  client.on('end', () => lost.resolve(new Error('the connection ended')));
  // Heard from before LISTEN is answered: the first announcement may come in the same packet as the answer.
  client.on('notification', ({ payload = '' }) => deliver(payload));
  try {
    await client.connect();
    await within(answerLimitMs, client.query(`listen ${ANNOUNCEMENT_CHANNEL}`), 'the answer of the database');
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const stopChecking = checkRegularly(client, { checkMs, answerLimitMs }, (error) => socket.destroy(error));
  // An error may leave the socket open; without a line it has no use.
  lost.promise.then(() => {
    stopChecking();
    socket.destroy();
  });
  return { lost: lost.promise };
}

/** A connection that only listens would never notice that the other side has gone without a word. */
function checkRegularly(
  client: Client,
  { checkMs, answerLimitMs }: { checkMs: number; answerLimitMs: number },
  onSilence: (error: Error) => void,
): () => void {
  let timer: NodeJS.Timeout;
  const check = async () => {
    try {
      await within(answerLimitMs, client.query('select 1'), 'the answer of the database');
      schedule();
    } catch (error) {
      onSilence(error as Error);
    }
  };
  const schedule = () => {
    timer = setTimeout(check, checkMs).unref();
  };
  schedule();
  return () => clearTimeout(timer);
}
