import type { Config } from './config.ts';
import { startLiveness } from './platform/http/liveness.ts';

/** First of all and last of all: a start that takes long is alive, and so is a stop. */
export async function answerSupervisors({ host, healthPort }: Config, services: AsyncDisposableStack): Promise<void> {
  if (healthPort === null) return;
  try {
    const liveness = await startLiveness({ host, port: healthPort });
    services.defer(() => liveness.close());
  } catch (error) {
    throw portTaken(error, 'HEALTH_PORT', healthPort);
  }
}

export function portTaken(error: unknown, setting: string, port: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return new Error(`port ${port} is in use; set ${setting} to another one`, { cause: error });
}
