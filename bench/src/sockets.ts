import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { createSessions } from './people.ts';
import type { Figure } from './results.ts';
import { residentKib, startProductServer } from './servers.ts';

const SOCKETS = 10_000;
const SOCKETS_PER_USER = 10;
const CLIENT = path.resolve(import.meta.dirname, 'socket-client.ts');

/** 10,000 sockets of 1,000 users held by one process; the figure is the share that was held, the note the memory. */
export async function socketsFigure(): Promise<Figure> {
  const product = await startProductServer();
  let client: ChildProcess | undefined;
  try {
    const sessions = await createSessions(product.dataDir, SOCKETS / SOCKETS_PER_USER);
    const before = await residentKib(product);
    client = fork(CLIENT, { stdio: 'inherit' });
    const held = await new Promise<number>((resolve, reject) => {
      client?.once('message', (message) => resolve(message as number));
      client?.once('exit', () => reject(new Error('The client ended')));
      client?.send({
        address: product.address,
        perSession: SOCKETS_PER_USER,
        sessions: sessions.map((s) => s.sessionId),
      });
    });
    const after = await residentKib(product);
    const perSocket = (after - before) / held;
    console.log(`${held} sockets held, ${perSocket.toFixed(1)} KiB each`);
    return {
      figure: `sockets held by one process ÷ ${SOCKETS}`,
      ratio: held / SOCKETS,
      goal: '= 1',
      met: held === SOCKETS,
      note: `${perSocket.toFixed(1)} KiB of resident memory a socket`,
    };
  } finally {
    client?.kill();
    await product.stop();
  }
}
