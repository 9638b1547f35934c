import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const REPLACEMENT = '\ufffd';

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Reads JSON bodies of at most `limitBytes`.
 *
 * Nearly every body has come in one piece with its head, and is taken from the request as soon as Node has put it there.
 * Fastify's own reader listens for pieces and then for the end of the stream, which Node tells by a chain of events: a
 * tenth of a cheap request (`npm run bench -- rolls`). Who has all the bytes that were announced need not wait for it.
 *
 * Anything but JSON in UTF-8 is refused, rather than read as something that was not sent.
 */
export function readJsonBodies(app: FastifyInstance, limitBytes: number): void {
  app.removeAllContentTypeParsers();
  const parseText = app.getDefaultJsonParser('error', 'error');
  const parse = (request: FastifyRequest, bytes: Buffer, done: Done) => {
    const text = bytes.toString('utf8');
    if (text === '') done(null, {});
    // What could not be decoded has become this character, unless it was sent.
    else if (text.includes(REPLACEMENT) && !isUtf8(bytes)) done(new AppError(400, 'The body is not UTF-8'));
    else parseText(request, text, done);
  };
  app.addContentTypeParser('application/json', (request, payload: IncomingMessage, done: Done) => {
    // Not a number where the body comes in chunks.
    const announcedBytes = Number(request.headers['content-length']);
    if (announcedBytes > limitBytes) {
      done(bodyTooLarge(limitBytes));
      return;
    }
    if (request.headers['content-encoding'] !== undefined) {
      done(new AppError(415, 'A body must not be compressed'));
      return;
    }
    // This runs while Node reads the head; what has come with it is in the request one tick later.
    process.nextTick(() => {
      const first: Buffer | null = payload.read();
      if (first?.length === announcedBytes) parse(request, first, done);
      else {
        readTheRest(payload, first, limitBytes).then(
          (whole) => parse(request, whole, done),
          (error: Error) => done(error),
        );
      }
    });
  });
}

async function readTheRest(payload: IncomingMessage, first: Buffer | null, limitBytes: number): Promise<Buffer> {
  const pieces = first === null ? [] : [first];
  let bytes = first?.length ?? 0;
  // A body that is refused is not read to its end, but the connection stays open for the refusal.
  const rest: AsyncIterator<Buffer> = payload.iterator({ destroyOnReturn: false });
  while (bytes <= limitBytes) {
    const { value: piece, done } = await rest.next().catch(clientIsGone);
    if (done) return Buffer.concat(pieces, bytes);
    bytes += piece.length;
    pieces.push(piece);
  }
  throw bodyTooLarge(limitBytes);
}

const bodyTooLarge = (limitBytes: number) => new AppError(413, `Body is larger than ${limitBytes / 1024} KiB`);

function clientIsGone(cause: unknown): never {
  throw new AppError(400, 'The body broke off', { cause });
}
