import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface StallGuard {
  watch(socket: Socket): void;
  /** Cuts every connection that had an answer waiting at the last sweep and has taken nothing of it since. */
  sweep(): void;
}

/**
 * A client that does not read its answers keeps them in our memory. Node's own time-out restarts a timer at every read
 * and write, and mistakes a connection that waits for a long answer for dead. A sweep over all connections costs a
 * request nothing.
 */
export function createStallGuard(): StallGuard {
  /** The bytes taken at the last sweep, if more were waiting; else null. */
  const takenBytes = new Map<Socket, number | null>();
  return {
    watch: (socket) => {
      takenBytes.set(socket, null);
      socket.once('close', () => takenBytes.delete(socket));
    },
    sweep: () => {
      for (const [socket, before] of takenBytes) {
        const taken = socket.writableLength === 0 ? null : socket.bytesWritten - socket.writableLength;
        if (taken !== null && taken === before) socket.destroy();
        else takenBytes.set(socket, taken);
      }
    },
  };
}

/** A client gets between one and two times this to take something of its answer. */
export function cutStalledConnections(server: Server, everyMs: number): void {
  const guard = createStallGuard();
  server.on('connection', guard.watch);
  const timer = setInterval(guard.sweep, everyMs).unref();
  server.on('close', () => clearInterval(timer));
}
