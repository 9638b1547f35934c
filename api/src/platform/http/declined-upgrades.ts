import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { SOCKET_PATH } from '../realtime/socket-path.ts';

/** Nothing but sockets changes its protocol. */
const isForSockets = ({ url }: IncomingMessage) => url?.startsWith(SOCKET_PATH) === true;

/**
 * Which offers to change the protocol leave the ordinary way. Elsewhere it is those without a body, to come back at once
 * by `declineUpgrades`; one with a body is answered where it is, as the last of its connection.
 */
export function leavesHttp(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return isForSockets(request) || (length === undefined && encoding === undefined);
}

/**
 * An offer that nobody takes up is answered as if it had not been made. Node can do that itself, but then drops what its
 * client has sent behind it in the same packet, so that answers no longer belong to their questions. So we take the
 * connection over and hand it back as a new one that begins with the same request without the offer.
 */
export function declineUpgrades(server: Server): void {
  server.on('upgrade', (request, socket, head) => {
    if (isForSockets(request)) return;
    // Node listens no more, and what nobody listens to would end the process.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    afterEarlierAnswers(socket, () => {
      socket.off('error', onError);
      if (socket.destroyed) return;
      socket.unshift(Buffer.concat([headWithoutOffer(request), head]));
      server.emit('connection', socket);
    });
  });
}

/** Answers to what came before it on the same connection are still under way, one after the other. */
function afterEarlierAnswers(socket: Duplex, work: () => void): void {
  // Private in the types alone: the answer that has the connection at the moment.
  const { _httpMessage: answer } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  if (answer === undefined || answer === null) work();
  else answer.once('close', () => afterEarlierAnswers(socket, work));
}

function headWithoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = [rawHeaders[index], rawHeaders[index + 1]];
    const kept = name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value;
    if (name.toLowerCase() !== 'upgrade' && kept !== '') lines.push(`${name}: ${kept}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

const withoutUpgrade = (connection: string) =>
  connection
    .split(',')
    .filter((option) => option.trim().toLowerCase() !== 'upgrade')
    .join(',')
    .trim();
