import type { FastifyRequest } from 'fastify';
import { createOwnAddress } from './edge/own-address.ts';

/**
 * Makes a page that names the server by the reader's address, once for each address, because it is long and never
 * changes.
 */
export function createOwnPages(
  ownUrls: readonly string[],
  make: (ownUrl: string) => string,
): (request: FastifyRequest) => Buffer {
  const ownAddress = createOwnAddress(ownUrls);
  const made = new Map<string, Buffer>();
  return (request) => {
    // With PORT=0 the system has chosen one.
    const url = ownAddress(request).replace(/:0$/, `:${request.socket.localPort ?? 0}`);
    const page = made.get(url) ?? Buffer.from(make(url));
    made.set(url, page);
    return page;
  };
}
