import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after } from 'node:test';
import { Redis } from 'ioredis';

export { until } from '../../../test/support/until.ts';

export const redisUrl = process.env.REDIS_URL;
export const withoutRedis: string | false = redisUrl ? false : 'REDIS_URL is not set';

const usedPrefixes: string[] = [];

/** Each test has its own keys, so that all share a Redis at once. */
export function uniquePrefix(): string {
  const prefix = `test:${randomUUID()}:`;
  usedPrefixes.push(prefix);
  return prefix;
}

after(async () => {
  if (usedPrefixes.length === 0) return;
  const redis = connectDirectly();
  for (const prefix of usedPrefixes) {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.unlink(...keys);
  }
  await redis.quit();
});

/** A plain connection that bypasses the store under test. */
export function connectDirectly(): Redis {
  return new Redis(redisUrl ?? assert.fail('REDIS_URL is not set'));
}

export interface FaultyLink {
  port: number;
  cut(): void;
  /** It accepts connections and delivers everything after `mend`. */
  freeze(): void;
  mend(): void;
  connectionCount(): number;
  close(): Promise<void>;
}

export async function createFaultyRedisLink(): Promise<FaultyLink & { url: string }> {
  const url = new URL(redisUrl ?? assert.fail('REDIS_URL is not set'));
  const { port, hostname } = url;
  const link = await createFaultyLink(() => connect(Number(port || 6379), hostname));
  url.hostname = '127.0.0.1';
  url.port = String(link.port);
  return { ...link, url: url.href };
}

export async function createFaultyLink(connectServer: () => Socket): Promise<FaultyLink> {
  const sockets = new Set<Socket>();
  let state: 'well' | 'cut' | 'frozen' = 'well';
  let held: (() => void)[] = [];
  let connectionCount = 0;

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => pass(() => to.write(bytes)));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      pass(() => to.end());
    });
  }

  function pass(step: () => void): void {
    if (state === 'frozen') held.push(step);
    else step();
  }

  const server = createServer((client) => {
    if (state === 'cut') {
      client.on('error', () => {});
      client.destroy();
      return;
    }
    connectionCount += 1;
    const upstream = connectServer();
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function breakAll(): void {
    held = [];
    for (const socket of sockets) socket.destroy();
  }

  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      state = 'cut';
      breakAll();
    },
    freeze: () => {
      state = 'frozen';
    },
    mend: () => {
      state = 'well';
      for (const step of held.splice(0)) step();
    },
    connectionCount: () => connectionCount,
    close: async () => {
      state = 'cut';
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
