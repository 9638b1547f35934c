import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that wait on one connection before no more are read from it. */
const MAX_AHEAD = 8;
/**
 * One read holds some two thousand of the smallest requests, and all of them are parsed at once. What waits is memory, so a
 * connection that would make it more than this together is cut off.
 */
const MAX_WAITING = 16_384;

/**
 * A connection has one request in progress. Those that a client sent ahead wait, before anything is done for them, until the
 * system has taken the answer to the one before; so nothing more is done for a client that reads nothing. Each begins in a
 * later turn of the event loop than the one before it: a connection with thousands of them has one in each turn, and other
 * connections are served between them.
 */
export function answerInOrder(server: Server): void {
  const [handle, ...others] = server.listeners('request') as RequestListener[];
  if (handle === undefined || others.length > 0) throw new Error('The server must have one listener for requests');
  server.removeListener('request', handle);
  const waitingOn = new WeakMap<Socket, number>();
  let waiting = 0;

  function count(socket: Socket, change: 1 | -1): number {
    const before = waitingOn.get(socket);
    if (before === undefined) socket.once('close', () => forget(socket));
    const ahead = (before ?? 0) + change;
    waitingOn.set(socket, ahead);
    waiting += change;
    return ahead;
  }

  function forget(socket: Socket): void {
    waiting -= waitingOn.get(socket) ?? 0;
    waitingOn.delete(socket);
  }

  function waitOn(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    // What was parsed before the connection was cut is nobody's.
    if (socket.destroyed) return;
    if (waiting >= MAX_WAITING) {
      socket.destroy();
      return;
    }
    if (count(socket, 1) >= MAX_AHEAD) socket.pause();
    // Node gives an answer its connection when all earlier ones are over.
    response.once('socket', () => setImmediate(begin));
    function begin() {
      if (socket.destroyed) return;
      if (count(socket, -1) < MAX_AHEAD) socket.resume();
      (handle as RequestListener)(request as never, response as never);
    }
  }

  server.on('request', (request, response) => {
    if (response.socket === null) waitOn(request.socket, request, response);
    else handle(request, response);
  });
}
