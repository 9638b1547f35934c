import { strict as assert } from 'node:assert';
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyCompressed, bodyNotUtf8 } from '../http.errors.ts';

type Done = (error: Error | null, body?: unknown) => void;
type ParseBytes = (request: FastifyRequest, bytes: Buffer, done: Done) => void;

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer;
  }
}

export function readJsonBodies(app: FastifyInstance): void {
  parseBodiesWith(app, jsonParser(app));
}

/**
 * Signatures are made over bytes and checked before the JSON, so an unreadable body reaches the handler as `undefined`.
 */
export function keepRawBodies(scope: FastifyInstance): void {
  const parseJson = jsonParser(scope);
  scope.addHook('onRequest', (request, _reply, done) => {
    request.rawBody = Buffer.alloc(0);
    done();
  });
  const keepAndParse: ParseBytes = (request, bytes, done) => {
    request.rawBody = bytes;
    parseJson(request, bytes, (error, body) => done(null, error === null ? body : undefined));
  };
  parseBodiesWith(scope, keepAndParse);
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, keepAndParse);
}

export function rawBodyOf({ rawBody }: FastifyRequest): Buffer {
  assert(rawBody !== undefined, 'The bytes of bodies are kept in the scope `provider` alone');
  return rawBody;
}

function parseBodiesWith(app: FastifyInstance, parse: ParseBytes): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, parse);
}

function jsonParser(app: FastifyInstance): ParseBytes {
  const parseText = app.getDefaultJsonParser('error', 'error');
  return (request, bytes, done) => {
    if (request.headers['content-encoding'] !== undefined) done(bodyCompressed());
    else if (bytes.length === 0) done(null, {});
    else if (!isUtf8(bytes)) done(bodyNotUtf8());
    else parseText(request, bytes.toString('utf8'), done);
  };
}
