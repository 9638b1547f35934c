import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { ReplayedAnswer } from '../database/idempotency.ts';
import { AppError, causedBy, errorBody, type FieldFault, readerOf, validationFailed } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';
import { faultsOf } from './bodies/faults.ts';
import type { InputPart, ValidationFault } from './bodies/validation.ts';
import {
  bodyNotJson,
  bodyTooLarge,
  headersTooLarge,
  internalError,
  malformedJson,
  malformedRequest,
  malformedUrl,
  notHttp,
  parameterTooLong,
  requestTimeout,
  routeNotFound,
} from './http.errors.ts';
import { sendAsIs } from './once.ts';

const FASTIFY_ANSWERS: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: malformedJson,
  FST_ERR_CTP_BODY_TOO_LARGE: bodyTooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: bodyNotJson,
  FST_ERR_BAD_URL: malformedUrl,
  FST_ERR_MAX_PARAM_LENGTH: parameterTooLong,
  FST_ERR_ASYNC_CONSTRAINT: malformedRequest,
};

export interface ErrorAnswers {
  answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
  answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export function createErrorAnswers(logger: Logger): ErrorAnswers {
  return {
    answerError: (error, request, reply) => {
      if (error instanceof ReplayedAnswer) return answerReplay(error, reply);
      const known = knownError(error, request);
      if (known === null) return answerUnknown(error, request, reply, logger);
      if (isMisaddressed(known, request)) logger.error({ err: known, path: pathOf(request.url) }, MISADDRESSED);
      if (known.status >= 500) logger.warn({ err: known, requestId: request.id }, 'Request could not be served');
      if (known.headers !== undefined) reply.headers(known.headers);
      return reply.code(known.status).send(errorBody(known));
    },
    answerNotFound: (request, reply) =>
      reply.code(404).send(errorBody(routeNotFound(request.method, pathOf(request.url)))),
  };
}

/** A player received an administrator's text; its error must be defined for players. */
export const MISADDRESSED = 'A player was sent a text for administrators';

const isMisaddressed = (error: AppError, { routeOptions }: FastifyRequest): boolean =>
  readerOf(error) === 'administrator' && routeOptions.config.access !== 'admin';

function answerReplay({ answer }: ReplayedAnswer, reply: FastifyReply): FastifyReply {
  return sendAsIs(reply.code(answer.status).header('idempotent-replayed', 'true'), answer.body);
}

function answerUnknown(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): FastifyReply {
  logger.error(
    { err: error, requestId: request.id, method: request.method, path: pathOf(request.url) },
    'Request failed',
  );
  return reply.code(500).send({ ...errorBody(internalError()), requestId: request.id });
}

function knownError(error: unknown, request: FastifyRequest): AppError | null {
  if (error instanceof AppError) return error;
  const fastifyError = error as FastifyError & { validationContext?: InputPart };
  if (fastifyError.validation !== undefined) return validationFailed(everyFault(fastifyError, request));
  const answer = FASTIFY_ANSWERS[fastifyError.code];
  if (answer !== undefined) return causedBy(answer(), error);
  const status = fastifyError.statusCode;
  return status !== undefined && status >= 400 && status < 500 ? causedBy(malformedRequest(), error) : null;
}

/** Fastify stops at the first faulty part; the caller gets the faults of all. */
function everyFault(error: FastifyError & { validationContext?: InputPart }, request: FastifyRequest): FieldFault[] {
  const first = error.validationContext ?? 'body';
  const faults = faultsOf(first, (error.validation ?? []) as ValidationFault[]);
  for (const part of ['params', 'querystring', 'body'] as const) {
    if (part === first) continue;
    const validate = request.getValidationFunction(part);
    const input = part === 'querystring' ? request.query : request[part];
    if (validate === undefined || validate(input)) continue;
    faults.push(...faultsOf(part, (validate.errors ?? []) as ValidationFault[]));
  }
  return faults;
}

const pathOf = (url: string) => url.split('?', 1)[0] ?? url;

const CLIENT_ERRORS: Readonly<Record<string, () => AppError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/** Node refuses such a request before Fastify sees it. */
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
