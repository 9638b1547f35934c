import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startServerProcess } from '../../api/test/support/processes.ts';

export interface WebServer {
  /** Where the web app is. */
  address: string;
  /** Of the sandbox: its pictures, its Steam, its page that pays. */
  sandboxAddress: string;
  stop(): Promise<void>;
}

/** The real server as `npm start` runs it, with the sandbox and an embedded database of its own; limits are off. */
export async function startWebServer(environment: Record<string, string> = {}): Promise<WebServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-web-'));
  // The server must know its own address, for logins and sockets: a port is asked for beforehand.
  const server = startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: folder,
    RATE_LIMIT_GLOBAL: '0',
    RATE_LIMIT_AUTH: '0',
    RATE_LIMIT_CASE_OPEN: '0',
    ...environment,
  });
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = (await server.ready).replace('127.0.0.1', 'localhost');
    const sandboxAddress = /Sandbox +(http:\/\/\S+)/.exec(server.printed())?.[1] ?? '';
    return { address, sandboxAddress, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
