import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { createLogger } from '../observability/logger.ts';
import { createOutsideClient, type OutsideClientOptions } from './outside-client.ts';

export const LONG_MS = 30_000;
export const MAX_REPLY_BYTES = 1_000;

export interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

export async function startHttp(t: TestContext, answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const { method, url, headers } = request;
    const question = { method, url, headers, body };
    asked.push(question);
    answer(response, question);
  });
  return { url: await listen(t, server), asked };
}

export async function startTcp(t: TestContext, onConnection: (socket: Socket) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    onConnection(socket);
  });
  return listen(t, server);
}

async function listen(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function clientOf(baseUrl: string, options: Partial<OutsideClientOptions> = {}) {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', destination: { write: (line) => lines.push(line) } });
  const limits = { timeoutMs: LONG_MS, maxReplyBytes: MAX_REPLY_BYTES };
  return { ...createOutsideClient({ name: 'shop', baseUrl, ...limits, logger, ...options }), lines };
}
