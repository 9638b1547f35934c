import { once } from 'node:events';
import net from 'node:net';
import { type Liveness, startLiveness } from '../platform/http/health/liveness.ts';
import type { Config } from './config.ts';

/** It opens first and closes last: a process lives during a long start or stop, too. */
export async function answerSupervisors(
  { host, healthPort }: Config,
  services: AsyncDisposableStack,
): Promise<Liveness | null> {
  if (healthPort === null) return null;
  try {
    const liveness = await startLiveness({ host, port: healthPort });
    services.defer(() => liveness.close());
    return liveness;
  } catch (error) {
    throw portTaken(error, 'HEALTH_PORT', healthPort);
  }
}

/** A port in use stops the start before anything is created. */
export async function tryPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = net.createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    throw portTaken(error, 'PORT', port);
  }
  await once(server.close(), 'close');
}

export function portTaken(error: unknown, setting: string, port: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return new Error(`port ${port} is in use; set ${setting} to another one`, { cause: error });
}
