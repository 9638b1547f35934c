import type { Connection } from './sockets.ts';

export interface UndecidedConnections {
  add(address: string, connection: Connection): void;
  /** It has said whose it is, or is gone. */
  remove(connection: Connection): void;
}

/**
 * Connections that have not said yet whose they are. Where an address has too many, the oldest gives way: a client says
 * it at once, so that whoever holds them open for nothing keeps nobody else out.
 */
export function createUndecided(maxPerAddress: number): UndecidedConnections {
  const byAddress = new Map<string, Set<Connection>>();
  const addresses = new WeakMap<Connection, string>();

  function remove(connection: Connection): void {
    const address = addresses.get(connection);
    if (address === undefined) return;
    addresses.delete(connection);
    const connections = byAddress.get(address);
    connections?.delete(connection);
    if (connections?.size === 0) byAddress.delete(address);
  }

  return {
    add: (address, connection) => {
      const connections = byAddress.get(address) ?? new Set();
      byAddress.set(address, connections.add(connection));
      addresses.set(connection, address);
      const [oldest] = connections;
      if (connections.size <= maxPerAddress || oldest === undefined) return;
      remove(oldest);
      oldest.close(true);
    },
    remove,
  };
}
