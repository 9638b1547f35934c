import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '../observability/logger.ts';
import { within } from '../time-limits.ts';
import { addressConfig, type DatabaseAddress, type Tx } from './db.ts';
import { sql } from './sql.ts';

const ANNOUNCEMENT_CHANNEL = 'lisura';
const CONNECT_TIMEOUT_MS = 3_000;
const ANSWER_LIMIT_MS = 2_000;

interface LineOptions {
  address: DatabaseAddress;
  checkMs: number;
  patience: number;
}

interface Line {
  lost: Promise<Error>;
}

async function connectLine(
  { address, checkMs, patience }: LineOptions,
  signal: AbortSignal,
  deliver: (text: string) => void,
): Promise<Line> {
  signal.throwIfAborted();
  // We own the socket to destroy it even while the client waits for a greeting.
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
  // The handler is added first, because an announcement may come with the answer to LISTEN.
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

/** A connection that only listens would not notice a dead server. */
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

/** PostgreSQL refuses a notification of 8,000 bytes and more. */
const MAX_MESSAGE_BYTES = 7_900;
const DEFAULT_CHECK_MS = 5_000;
const DEFAULT_RECONNECT_MS = 50;
const MAX_RECONNECT_MS = 2_000;

/**
 * Sends to all processes in the order of commits; equal announcements of one transaction arrive once. Commits that
 * announce wait for each other, so use it for rare events.
 */
export async function announce(tx: Tx, topic: string, payload: unknown): Promise<void> {
  await send(tx, [messageOf(topic, payload)]);
}

/** Announces a list in parts. */
export async function announceAll(tx: Tx, topic: string, items: readonly string[]): Promise<void> {
  const parts = splitByBytes(items, MAX_MESSAGE_BYTES - Buffer.byteLength(messageOf(topic, [])));
  const messages = parts.map((part) => messageOf(topic, part));
  if (messages.length > 0) await send(tx, messages);
}

async function send(tx: Tx, messages: readonly string[]): Promise<void> {
  for (const message of messages) {
    const bytes = Buffer.byteLength(message);
    if (bytes > MAX_MESSAGE_BYTES) throw new RangeError(`an announcement of ${bytes} bytes is too long`);
  }
  await tx.query(sql`select pg_notify(${ANNOUNCEMENT_CHANNEL}, message) from unnest(${messages}::text[]) as message`);
}

const messageOf = (topic: string, payload: unknown) => JSON.stringify({ topic, payload });

function splitByBytes(items: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = [];
  let roomBytes = 0;
  for (const item of items) {
    const itemBytes = Buffer.byteLength(JSON.stringify(item)) + 1;
    const part = parts.at(-1);
    if (part && itemBytes <= roomBytes) {
      part.push(item);
      roomBytes -= itemBytes;
    } else {
      parts.push([item]);
      roomBytes = maxBytes - itemBytes;
    }
  }
  return parts;
}

export interface Announcements {
  /** Errors of the handler are logged and do not stop the others. */
  on(topic: string, handler: (payload: unknown) => void): void;
  /**
   * Runs after a lost connection is back. Announcements may be missing, so the handler drops caches and their reads.
   */
  onGap(handler: () => void): void;
  /** Rejects if the first connection fails; later ones are retried for ever. */
  start(): Promise<void>;
  /** A connection that dies in silence is noticed within seven seconds. */
  readonly isListening: boolean;
  close(): Promise<void>;
}

export interface AnnouncementOptions {
  address: DatabaseAddress;
  logger: Logger;
  /** Later pauses grow to two seconds. */
  reconnectMs?: number;
  checkMs?: number;
  /** Multiplies the time for an answer on a busy machine. */
  patience?: number;
}

export function createAnnouncements(options: AnnouncementOptions): Announcements {
  const { address, logger, reconnectMs = DEFAULT_RECONNECT_MS, checkMs = DEFAULT_CHECK_MS, patience = 1 } = options;
  const handlers = createHandlers(logger);
  const closing = new AbortController();
  let isConnected = false;
  let running: Promise<void> | undefined;
  const openLine = () => connectLine({ address, checkMs, patience }, closing.signal, handlers.deliver);

  async function keepListening(firstLine: Line): Promise<void> {
    await listen(firstLine);
    for (;;) {
      const line = await reopenLine();
      if (line === null) return;
      logger.info('Announcements are heard again');
      const lost = listen(line);
      // Caches are dropped in the tick in which listening begins, before anybody trusts them.
      handlers.deliverGap();
      await lost;
    }
  }

  async function listen(line: Line): Promise<void> {
    isConnected = true;
    const reason = await line.lost;
    isConnected = false;
    if (closing.signal.aborted) return;
    logger.warn({ reason: reason.message }, 'Announcements are not heard until the database is back');
  }

  /** Returns null if it was closed first. */
  async function reopenLine(): Promise<Line | null> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const pauseMs = Math.min(reconnectMs * 2 ** attempt, MAX_RECONNECT_MS);
        // A random pause spreads the processes' reconnections.
        await wait(pauseMs * (0.5 + Math.random() / 2), undefined, { signal: closing.signal, ref: false });
        return await openLine();
      } catch (error) {
        if (closing.signal.aborted) return null;
        logger.debug({ err: error }, 'The database could not be reached for announcements');
      }
    }
  }

  return {
    on: handlers.on,
    onGap: handlers.onGap,
    start: async () => {
      running = keepListening(await openLine());
    },
    get isListening() {
      return isConnected && !closing.signal.aborted;
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

interface Handlers extends Pick<Announcements, 'on' | 'onGap'> {
  deliver(text: string): void;
  deliverGap(): void;
}

function createHandlers(logger: Logger): Handlers {
  const handlersOf = new Map<string, ((payload: unknown) => void)[]>();
  const gapHandlers: (() => void)[] = [];

  /** An asynchronous handler that fails must not end the process. */
  async function call(handler: () => void, topic: string): Promise<void> {
    try {
      await handler();
    } catch (error) {
      logger.error({ err: error, topic }, 'A handler of announcements failed');
    }
  }

  return {
    on: (topic, handler) => {
      handlersOf.set(topic, [...(handlersOf.get(topic) ?? []), handler]);
    },
    onGap: (handler) => {
      gapHandlers.push(handler);
    },
    deliver: (text) => {
      const message = parseMessage(text);
      if (message === null) {
        logger.warn({ length: text.length }, 'An announcement could not be read');
        return;
      }
      for (const handler of handlersOf.get(message.topic) ?? []) call(() => handler(message.payload), message.topic);
    },
    deliverGap: () => {
      for (const handler of gapHandlers) call(handler, 'gap');
    },
  };
}

function parseMessage(text: string): { topic: string; payload: unknown } | null {
  try {
    const message: unknown = JSON.parse(text);
    if (typeof message !== 'object' || message === null) return null;
    const { topic, payload } = message as { topic?: unknown; payload?: unknown };
    return typeof topic === 'string' ? { topic, payload } : null;
  } catch {
    return null;
  }
}
