import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { median } from './results.ts';

export interface LoadOptions {
  url: string;
  method?: 'GET' | 'POST';
  body?: string;
  headers?: Readonly<Record<string, string>>;
  /** A connection adds these headers, so that each can be another user. */
  headersOf?: (connection: number) => Readonly<Record<string, string>>;
  /** Sends each request with an `Idempotency-Key` of its own, as the web app does with everything that it changes. */
  isKeyed?: boolean;
  connections?: number;
  seconds?: number;
}

/** Opens cases as the web app does. */
export const openingsRequest = ({
  address,
  caseId,
  quantity,
}: {
  address: string;
  caseId: string;
  quantity: number;
}) => ({
  url: `${address}/api/cases/${caseId}/open`,
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ quantity }),
  isKeyed: true,
});

const CONNECTIONS = 64;
const END_OF_HEAD = '\r\n\r\n';
const LENGTH_HEADER = /\r\ncontent-length: (\d+)\r\n/i;

/**
 * Measures requests a second over keep-alive connections, each with one request under way, and throws for an answer
 * that is no success. It is ours, because a client that reads whole answers costs as much of the shared cores as the
 * server that writes them.
 */
export async function requestsPerSecond(options: LoadOptions): Promise<number> {
  const { connections = CONNECTIONS, seconds = 4 } = options;
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(options.url)));
  let isOver = false;
  let answers = 0;
  const startedMs = performance.now();
  const timer = setTimeout(() => {
    isOver = true;
  }, seconds * 1000);
  try {
    const keepAsking = async (socket: Socket, connection: number) => {
      const nextRequest = requestMaker(options, connection);
      await askAgainAndAgain(socket, nextRequest(), () => {
        answers += 1;
        return isOver ? null : nextRequest();
      });
    };
    await Promise.all(sockets.map(keepAsking));
    return (answers * 1000) / (performance.now() - startedMs);
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
}

function open(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('error', reject).once('connect', () => resolve(socket));
  });
}

/** Makes the text of a request after the other; all of it but the key is made once. */
function requestMaker(options: LoadOptions, connection: number): () => string {
  const [head = '', body = ''] = requestText(options, connection).split(END_OF_HEAD);
  if (!options.isKeyed) return () => `${head}${END_OF_HEAD}${body}`;
  return () => `${head}\r\nidempotency-key: ${randomUUID()}${END_OF_HEAD}${body}`;
}

function requestText({ url, method = 'GET', body, headers, headersOf }: LoadOptions, connection: number): string {
  const { host, pathname, search } = new URL(url);
  const fields = {
    host,
    connection: 'keep-alive',
    ...headers,
    ...headersOf?.(connection),
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

/** Every request once, over keep-alive connections, each with one request under way. */
export async function sendEach(requests: readonly LoadOptions[], connections = CONNECTIONS): Promise<void> {
  const texts = requests.map((request) => requestMaker(request, 0)());
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(requests[0]?.url ?? '')));
  let sent = 0;
  const next = () => {
    sent += 1;
    return texts[sent - 1] ?? null;
  };
  try {
    await Promise.all(sockets.map((socket) => askAgainAndAgain(socket, next() ?? '', next)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

export interface Conversation {
  /** Gives the answer, its head included. */
  ask(request: LoadOptions): Promise<string>;
  end(): void;
}

export async function converse(url: string): Promise<Conversation> {
  const socket = await open(url);
  return {
    ask: async (request) => {
      let given = '';
      await askAgainAndAgain(socket, requestText(request, 0), (answer) => {
        given = answer;
        return null;
      });
      return given;
    },
    end: () => socket.destroy(),
  };
}

/** Resolves once `onAnswer` has nothing more to ask. */
async function askAgainAndAgain(socket: Socket, request: string, onAnswer: (answer: string) => string | null) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onClose = () => reject(new Error('The server closed a connection'));
  let received = '';
  const onData = (part: string) => {
    received += part;
    const bytes = answerLength(received);
    if (bytes === null || received.length < bytes) return;
    if (!received.startsWith('HTTP/1.1 2')) {
      reject(new Error(`No success: ${received}`));
      return;
    }
    const next = onAnswer(received);
    received = received.slice(bytes);
    if (next !== null) socket.write(next);
    else resolve();
  };
  socket.setEncoding('latin1');
  socket.on('error', reject).on('close', onClose).on('data', onData);
  try {
    socket.write(request);
    await promise;
  } finally {
    socket.off('error', reject).off('close', onClose).off('data', onData);
  }
}

/** It counts head and body; null while the head is incomplete. */
function answerLength(received: string): number | null {
  const headEnd = received.indexOf(END_OF_HEAD);
  if (headEnd < 0) return null;
  const bodyLength = Number(LENGTH_HEADER.exec(received)?.[1] ?? 0);
  return headEnd + END_OF_HEAD.length + bodyLength;
}

const ROUNDS = 40;
const ROUND_SECONDS = 0.4;
const WARM_UP_SECONDS = 4;

export async function alternately<Name extends string>(
  loads: Readonly<Record<Name, LoadOptions>>,
  rounds = ROUNDS,
): Promise<Record<Name, number>[]> {
  const entries = Object.entries<LoadOptions>(loads);
  for (const [, load] of entries) await requestsPerSecond({ ...load, seconds: WARM_UP_SECONDS });
  const measures = entries.map(([name, load]) => [name, () => requestsPerSecond({ ...load, seconds: ROUND_SECONDS })]);
  return measureInTurns(Object.fromEntries(measures), rounds);
}

/**
 * Measures, each a number a second, in many short rounds rather than a few long ones, every other one in the opposite
 * order, because a shared machine is quick in one second and slow in the next.
 */
export async function measureInTurns<Name extends string>(
  measures: Readonly<Record<Name, () => Promise<number>>>,
  rounds: number,
): Promise<Record<Name, number>[]> {
  const entries = Object.entries(measures) as [Name, () => Promise<number>][];
  const measured: Record<Name, number>[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const figures: Partial<Record<Name, number>> = {};
    for (const [name, measure] of round % 2 === 0 ? entries.toReversed() : entries) figures[name] = await measure();
    measured.push(figures as Record<Name, number>);
    if (round % Math.ceil(rounds / 4) === 0) {
      const medians = entries.map(([name]) => `${name} ${median(measured.map((each) => each[name])).toFixed(0)}/s`);
      console.log(`${round} of ${rounds} rounds, medians: ${medians.join(', ')}`);
    }
  }
  return measured;
}

const LIST_CALLS = 400;

export async function ratioOfCalls(
  large: () => Promise<unknown>,
  small: () => Promise<unknown>,
  calls = LIST_CALLS,
): Promise<number> {
  const times = { large: [] as number[], small: [] as number[] };
  const timed = async (call: () => Promise<unknown>, kept: number[]) => {
    const startedMs = performance.now();
    await call();
    kept.push(performance.now() - startedMs);
  };
  for (let call = 0; call < calls; call += 1) {
    await timed(small, times.small);
    await timed(large, times.large);
  }
  return median(times.large) / median(times.small);
}
