import { defineError } from '../errors.ts';

export const administratorsOnly = defineError(
  'ADMINISTRATORS_ONLY',
  403,
  'Só administradores podem fazer isto.',
  'The session is not of an administrator.',
);
export const originNotAllowed = defineError(
  'ORIGIN_NOT_ALLOWED',
  403,
  'Origem não permitida.',
  'A write with the session cookie came from a page of another site than those of `WEB_ORIGINS`.',
);
export const routeNotFound = defineError(
  'ROUTE_NOT_FOUND',
  404,
  {
    say: (method: string, path: string) => `Rota inexistente: ${method} ${path}`,
    params: (method, path) => ({ method, path }),
    examples: [['GET', '/api/nowhere']],
  },
  'There is no such method at this path.',
);
export const malformedJson = defineError('MALFORMED_JSON', 400, 'Malformed JSON', 'The body cannot be read as JSON.');
export const bodyNotUtf8 = defineError(
  'BODY_NOT_UTF8',
  400,
  'O corpo do pedido não está em UTF-8.',
  'The body has other bytes.',
);
export const bodyTooLarge = defineError(
  'BODY_TOO_LARGE',
  413,
  'O corpo do pedido passa de 64 KiB.',
  'The body is larger than any that is taken.',
);
export const bodyNotJson = defineError(
  'UNSUPPORTED_MEDIA_TYPE',
  415,
  'O Content-Type deve ser application/json.',
  'A body is JSON and its `Content-Type` says so.',
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
  'A part of the path is longer than any that is taken.',
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
  'The only `Expect` that is known is `100-continue`. Send the request without the header.',
);
export const headersTooLarge = defineError(
  'HEADERS_TOO_LARGE',
  431,
  'Os cabeçalhos do pedido são grandes demais.',
  'The headers are larger than any that are taken.',
);
export const notHttp = defineError('BAD_REQUEST', 400, 'Bad Request', 'What arrived cannot be read as HTTP.');
export const internalError = defineError(
  'INTERNAL_ERROR',
  500,
  'Erro interno. Tente de novo em instantes.',
  'A fault of ours: report it with the `requestId` of the answer.',
);
