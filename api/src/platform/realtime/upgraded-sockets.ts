import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';

const CLOSE_GRACE_MS = 1_000;

export interface UpgradedSockets {
  collect(server: HttpServer): void;
  /** Late clients are cut. */
  allClosed(): Promise<void>;
}

/** A client that does not answer a close would delay the server's end for half a minute. */
export function createUpgradedSockets(): UpgradedSockets {
  const open = new Set<Duplex>();
  const { promise: nobodyLeft, resolve: onNobodyLeft } = Promise.withResolvers<void>();
  let isClosing = false;

  function forget(this: Duplex): void {
    open.delete(this);
    if (isClosing && open.size === 0) onNobodyLeft();
  }

  return {
    collect: (server) => {
      server.on('upgrade', (_request, socket) => {
        open.add(socket);
        socket.once('close', forget);
      });
    },
    allClosed: async () => {
      isClosing = true;
      if (open.size === 0) return;
      const cut = setTimeout(() => {
        for (const socket of open) socket.destroy();
      }, CLOSE_GRACE_MS);
      await nobodyLeft;
      clearTimeout(cut);
    },
  };
}
