import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { io as connect, ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import { Type } from 'typebox';
import { HANG_MS } from '../../../test/support/patience.ts';
import { toId } from '../ids.ts';
import { silentLogger } from '../observability/logger.ts';
import { within } from '../time-limits.ts';
import { defineEvent } from './events.ts';
import { createRealtime, type Realtime, type RealtimeOptions } from './realtime.ts';

export const PAGE = 'https://page.example';

interface TestSessions {
  authenticate: RealtimeOptions['authenticate'];
  stillValid: RealtimeOptions['stillValid'];
  /** Without telling anybody. */
  end(sessionId: string): void;
}

/** A session id names its user: `7.phone` belongs to user 7. */
function createTestSessions(): TestSessions {
  const ended = new Set<string>();
  const isValid = (sessionId: string) => /^[0-9]+\../.test(sessionId) && !ended.has(sessionId);
  return {
    authenticate: async (sessionId) =>
      isValid(sessionId) ? { userId: toId(sessionId.split('.', 1)[0] ?? ''), sessionId } : null,
    stillValid: async (sessionIds) => new Set(sessionIds.filter(isValid)),
    end: (sessionId) => ended.add(sessionId),
  };
}

interface TestServer {
  realtime: Realtime;
  http: HttpServer;
  url: string;
  sessions: TestSessions;
  close(): Promise<void>;
}

export async function startServer(options: Partial<RealtimeOptions> = {}): Promise<TestServer> {
  const sessions = createTestSessions();
  const realtime = await createRealtime({
    authenticate: sessions.authenticate,
    stillValid: sessions.stillValid,
    allowedOrigins: [PAGE],
    clientAddress: ({ socket }) => socket.remoteAddress ?? '',
    redisUrl: null,
    publicRooms: [/^match:[0-9]{1,19}$/],
    logger: silentLogger,
    ...options,
  });
  const http = createServer((_request, response) => response.end('a page'));
  realtime.attach(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    realtime,
    http,
    sessions,
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      await realtime.close();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

type ClientOptions = Partial<ManagerOptions & SocketOptions>;

interface TestClients {
  join(url: string, options?: ClientOptions): Promise<Socket>;
  /** Returns before the socket has connected. */
  open(url: string, options?: ClientOptions): Socket;
}

/** Only test files may import the client library, so it is passed in. */
function createTestClients(t: TestContext, io: typeof connect): TestClients {
  function open(url: string, options: ClientOptions = {}): Socket {
    const socket = io(url, { forceNew: true, reconnection: false, ...options });
    t.after(() => socket.close());
    return socket;
  }
  return {
    open,
    join: async (url, options) => {
      const socket = open(url, options);
      const connected = Promise.withResolvers<void>();
      socket.once('connect', () => connected.resolve());
      socket.once('connect_error', (error) => connected.reject(error));
      await inTime(connected.promise, 'connection');
      return socket;
    },
  };
}

export async function createBench(t: TestContext, io: typeof connect, options: Partial<RealtimeOptions> = {}) {
  const server = await startServer(options);
  t.after(() => server.close());
  return { ...server, ...createTestClients(t, io) };
}

const named = (name: string) => ({ name, description: '', payload: Type.Object({}) });
export const userEvent = (name: string) => defineEvent({ ...named(name), audience: 'user' });
export const publicEvent = (name: string) => defineEvent({ ...named(name), audience: 'everybody' });
export const adminEvent = (name: string) => defineEvent({ ...named(name), audience: 'administrators' });
export const roomEvent = (name: string) => defineEvent({ ...named(name), audience: 'room', room: 'match:<id>' });

export async function next(socket: Socket, event: string): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  socket.once(event, resolve);
  return inTime(promise, event);
}

export const inTime = <Result>(promise: Promise<Result>, what: string) => within(HANG_MS, promise, what);

export function record(socket: Socket): [event: string, payload: unknown][] {
  const received: [string, unknown][] = [];
  socket.onAny((event, payload) => received.push([event, payload]));
  return received;
}

/** Events of one process keep their order, so earlier ones have arrived. */
export async function settle(realtime: Realtime, sockets: readonly Socket[]): Promise<void> {
  const all = sockets.map((socket) => next(socket, 'the end'));
  realtime.toAll(publicEvent('the end'), {});
  await Promise.all(all);
}

export async function refusal(
  attempt: Promise<unknown>,
): Promise<Error & { description?: unknown; context?: unknown }> {
  try {
    await attempt;
  } catch (error) {
    return error as Error;
  }
  return assert.fail('was let in');
}

type Told = [method: 'toUser' | 'endSessions', args: unknown[]];

/** Run by itself, this file is a second process that is told over IPC what to send. */
if (import.meta.main) {
  const [redisUrl = '', keyPrefix = ''] = process.argv.slice(2);
  const { realtime, url, close } = await startServer({ redisUrl, keyPrefix });
  process.on('message', ([method, args]: Told) => (realtime[method] as (...args: unknown[]) => void)(...args));
  process.on('disconnect', close);
  process.send?.(url);
}
