import { defineError } from '../errors.ts';

export const administratorsOnly = defineError(
  'ADMINISTRATORS_ONLY',
  403,
  'Só administradores podem fazer isto.',
  'Only an administrator may do this.',
);
export const originNotAllowed = defineError(
  'ORIGIN_NOT_ALLOWED',
  403,
  'Origem não permitida.',
  'A write with the session cookie came from a page of a site that is not in `WEB_ORIGINS`.',
);
export const routeNotFound = defineError(
  'ROUTE_NOT_FOUND',
  404,
  {
    say: (method: string, path: string) => `Rota inexistente: ${method} ${path}`,
    params: (method, path) => ({ method, path }),
    examples: [['GET', '/api/nowhere']],
  },
  'No route has this method and path.',
);
export const malformedJson = defineError('MALFORMED_JSON', 400, 'Malformed JSON', 'The body cannot be read as JSON.');
export const bodyNotUtf8 = defineError(
  'BODY_NOT_UTF8',
  400,
  'O corpo do pedido não está em UTF-8.',
  'The body has bytes that are not UTF-8.',
);
export const bodyTooLarge = defineError(
  'BODY_TOO_LARGE',
  413,
  'O corpo do pedido passa de 64 KiB.',
  'The body is larger than the limit of 64 KiB.',
);
export const bodyNotJson = defineError(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  'O Content-Type deve ser application/json.',
  'Send the body as JSON, with a `Content-Type` that says so.',
);
export const bodyCompressed = defineError(
  'BODY_COMPRESSED',
  415,
  'O corpo do pedido não pode ser comprimido.',
  'The request has a `Content-Encoding`: send the body as it is.',
);
export const malformedUrl = defineError(
  'MALFORMED_URL',
  400,
  'O endereço está malformado.',
  'The path cannot be decoded.',
);
export const parameterTooLong = defineError(
  'PARAMETER_TOO_LONG',
  414,
  'Uma parte do endereço é longa demais.',
  'A part of the path is longer than the limit.',
);
export const malformedRequest = defineError(
  'MALFORMED_REQUEST',
  400,
  'O pedido está malformado.',
  'The request contradicts itself or HTTP, such as a body of another length than its `Content-Length`.',
);
export const requestTimeout = defineError(
  'REQUEST_TIMEOUT',
  408,
  'O pedido demorou demais para chegar.',
  'The request did not arrive whole in time.',
);
export const expectationFailed = defineError(
  'EXPECTATION_FAILED',
  417,
  'O cabeçalho Expect pede o que este servidor não faz.',
  'The server knows no `Expect` but `100-continue`: send the request without the header.',
);
export const headersTooLarge = defineError(
  'HEADERS_TOO_LARGE',
  431,
  'Os cabeçalhos do pedido são grandes demais.',
  'The headers are larger than the limit.',
);
export const notHttp = defineError('BAD_REQUEST', 400, 'Bad Request', 'The bytes that arrived are not HTTP.');
export const internalError = defineError(
  'INTERNAL_ERROR',
  500,
  'Erro interno. Tente de novo em instantes.',
  'The server has a fault: report it with the `requestId` of the answer.',
);
