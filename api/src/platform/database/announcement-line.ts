import { Socket } from 'node:net';
import { Client } from 'pg';
import { within } from '../time-limits.ts';
import { addressConfig, type DatabaseAddress } from './db.ts';

export const ANNOUNCEMENT_CHANNEL = 'lisura';
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_LIMIT_MS = 2_000;

interface LineOptions {
  address: DatabaseAddress;
  checkMs: number;
  /** Multiplies the time that an answer may take. */
  patience: number;
}

export interface Line {
  /** Resolves with the reason when the connection is lost. */
  lost: Promise<Error>;
}

export async function connectLine(
  { address, checkMs, patience }: LineOptions,
  signal: AbortSignal,
  deliver: (text: string) => void,
): Promise<Line> {
  signal.throwIfAborted();
  // We own the socket so that it can be destroyed at once, even while the client waits for a greeting that never comes.
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
  // The handler is added before LISTEN is answered, because the first announcement may come in the same packet.
  client.on('notification', ({ payload = '' }) => deliver(payload));
  try {
    await client.connect();
    await within(answerLimitMs, client.query(`listen ${ANNOUNCEMENT_CHANNEL}`), 'the answer of the database');
  } catch (error) {
    socket.destroy();
    throw error;
  }
  const stopChecking = checkRegularly(client, { checkMs, answerLimitMs }, (error) => socket.destroy(error));
  // An error may leave the socket open, which has no use without a line.
  lost.promise.then(() => {
    stopChecking();
    socket.destroy();
  });
  return { lost: lost.promise };
}

/** A connection that only listens would never notice that the other side is gone, so it asks regularly. */
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
