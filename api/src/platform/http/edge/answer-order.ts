import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Stops reading from a connection on which this many requests wait. */
const MAX_AHEAD = 8;
/**
 * One read holds some two thousand of the smallest requests, and all of them are parsed at once, so a connection whose
 * waiting requests would take more memory than this is cut off.
 */
const MAX_WAITING = 16_384;

/**
 * Lets a connection have one request in progress. Further requests wait until the system has taken the answer to the
 * one before, so that a client that reads nothing causes no work. Each begins in a later turn of the event loop, so
 * that other connections are served in between.
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
    // Requests that were parsed before the cut are dropped.
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
