import { randomBytes } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type AppError, errorBody } from '../../errors.ts';
import { headersTooLarge, notHttp, requestTimeout } from '../http.errors.ts';

const ACCEPTED_REQUEST_ID = /^[\w-]{1,64}$/;

/** Makes ids that are unique across processes; an id from a proxy is kept if it is harmless. */
export function createRequestIds(): (message: IncomingMessage) => string {
  const processPart = randomBytes(4).toString('hex');
  let count = 0;
  return (message) => {
    const given = message.headers['x-request-id'];
    if (typeof given === 'string' && ACCEPTED_REQUEST_ID.test(given)) return given;
    count += 1;
    return `${processPart}-${count}`;
  };
}

const CLIENT_ERRORS: Readonly<Record<string, () => AppError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/** A request that Node cannot parse never reaches Fastify; it gets the same body as every other error. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const answer = (CLIENT_ERRORS[error.code ?? ''] ?? notHttp)();
  const body = JSON.stringify(errorBody(answer));
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
