import type { ErrorCode } from './generated/api.ts';

/** Where no answer came, or one that nobody can read, or where this browser did not ask. */
export type LocalCode = 'OFFLINE' | 'UNREADABLE' | 'SEED_IS_BOUND';

/** Pages choose their words by `code`; `message` is the server's, in Portuguese. */
export class ApiError extends Error {
  readonly code: ErrorCode | LocalCode;
  /** It is 0 where no answer came. */
  readonly status: number;
  /** Values that the sentence of this code names. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Seconds to wait before asking again; null where waiting does not help. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
  /** Each names a field of the body and its fault. */
  readonly fields: readonly { field: string; message: string }[];

  constructor(facts: {
    code: ErrorCode | LocalCode;
    status: number;
    message: string;
    params?: Readonly<Record<string, unknown>>;
    retryAfter?: number | null;
    requestId?: string | null;
    fields?: readonly { field: string; message: string }[];
  }) {
    super(facts.message);
    this.name = 'ApiError';
    this.code = facts.code;
    this.status = facts.status;
    this.params = facts.params ?? {};
    this.retryAfter = facts.retryAfter ?? null;
    this.requestId = facts.requestId ?? null;
    this.fields = facts.fields ?? [];
  }
}

interface ErrorBody {
  code?: ErrorCode;
  message?: string;
  params?: Record<string, unknown>;
  errors?: { field: string; message: string }[];
  requestId?: string;
}

export function errorOf(response: Response, text: string): ApiError {
  const body = errorBodyOf(text);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    code: body.code ?? 'UNREADABLE',
    status: response.status,
    message: body.message ?? response.statusText,
    params: body.params ?? {},
    retryAfter: Number.isFinite(seconds) ? seconds : null,
    requestId: body.requestId ?? response.headers.get('x-request-id'),
    fields: body.errors ?? [],
  });
}

/** A proxy between us and the server answers in its own words. */
function errorBodyOf(text: string): ErrorBody {
  try {
    return (JSON.parse(text) ?? {}) as ErrorBody;
  } catch {
    return {};
  }
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
export const isSessionEnded = (error: unknown): boolean => isApiError(error) && error.status === 401;
