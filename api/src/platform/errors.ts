import { strict as assert } from 'node:assert';
import type { ErrorBody } from './schemas.ts';

export interface FieldFault {
  field: string;
  message: string;
}

/** Pages that word the error themselves read these; cents are strings. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>;

interface AppErrorOptions {
  params?: ErrorParams | undefined;
  errors?: readonly FieldFault[] | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** `defineError` alone makes it, and it is always thrown. */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: ErrorParams | undefined;
  readonly errors: readonly FieldFault[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(code: string, status: number, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.params = options.params;
    this.errors = options.errors;
    this.headers = options.headers;
  }
}

type Reader = 'player' | 'administrator';

type Words<Args extends unknown[]> = (...args: Args) => string;
/** A test reads the language of the examples; the answer carries `params`. */
type PlayerText<Args extends unknown[]> =
  | string
  | {
      say: Words<Args>;
      params(...args: NoInfer<Args>): ErrorParams;
      examples: readonly [NoInfer<Args>, ...NoInfer<Args>[]];
    };

interface DefinedError {
  /** Programs compare it, so it never changes. */
  readonly code: string;
  readonly status: number;
  readonly reader: Reader;
  readonly texts: () => string[];
  readonly paramNames: () => string[];
  /** Authors of clients read it in the schema `ErrorCode` of the OpenAPI document. */
  readonly meaning: string;
}

const definedErrors = new Map<string, DefinedError>();

interface Definition<Args extends unknown[]> extends DefinedError {
  readonly say: Words<Args>;
  readonly params: ((...args: Args) => ErrorParams) | undefined;
  readonly details: ((...args: Args) => AppErrorOptions) | undefined;
}

function define<Args extends unknown[]>({
  say,
  params,
  details,
  ...error
}: Definition<Args>): (...args: Args) => AppError {
  const { code, status } = error;
  assert(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code), `${code} is no code of an error: it must be UPPER_SNAKE`);
  assert(!definedErrors.has(code), `Two errors have the code ${code}`);
  definedErrors.set(code, error);
  return (...args) => new AppError(code, status, say(...args), { params: params?.(...args), ...details?.(...args) });
}

/** Each error is defined once. `details` are field faults, headers, a cause and further values. */
export function defineError<Args extends unknown[] = []>(
  code: string,
  status: number,
  text: PlayerText<Args>,
  meaning: string,
  details?: (...args: Args) => AppErrorOptions,
): (...args: Args) => AppError {
  const say = typeof text === 'string' ? () => text : text.say;
  const texts = () => (typeof text === 'string' ? [text] : text.examples.map((args) => text.say(...args)));
  const params = typeof text === 'string' ? undefined : text.params;
  const paramNames = () => (typeof text === 'string' ? [] : Object.keys(text.params(...text.examples[0])));
  return define({ code, status, reader: 'player', texts, paramNames, meaning, say, params, details });
}

/** Only administrators' routes answer it, in English. */
export function defineAdminError<Args extends unknown[] = []>(
  code: string,
  status: number,
  text: string | Words<Args>,
  meaning: string,
  details?: (...args: Args) => AppErrorOptions,
): (...args: Args) => AppError {
  const say = typeof text === 'string' ? () => text : text;
  return define({
    code,
    status,
    reader: 'administrator',
    texts: () => [],
    paramNames: () => [],
    meaning,
    say,
    params: undefined,
    details,
  });
}

export const allErrors = (): DefinedError[] =>
  [...definedErrors.values()].sort((one, other) => (one.code < other.code ? -1 : 1));

export const readerOf = ({ code }: Pick<AppError, 'code'>): Reader | undefined => definedErrors.get(code)?.reader;

export const causedBy = ({ code, status, message, params, errors, headers }: AppError, cause: unknown): AppError =>
  new AppError(code, status, message, { params, errors, headers, cause });

export const validationFailed = defineError(
  'VALIDATION_FAILED',
  400,
  'Validation failed',
  'The input has faults; `errors` lists each with its field.',
  (errors: readonly FieldFault[]) => ({ errors }),
);
export const unauthorized = defineError(
  'UNAUTHORIZED',
  401,
  'Unauthorized',
  'There is no session, or it has ended: log in.',
);
export const unavailable = defineError(
  'SERVICE_UNAVAILABLE',
  503,
  'Serviço indisponível no momento. Tente de novo em instantes.',
  'The server starts, stops, or cannot serve more at the moment: send the same again after `Retry-After`. If the ' +
    'database was lost meanwhile, a write may have happened: repeat it with its `Idempotency-Key`, or look first.',
  (cause?: unknown) => ({ headers: { 'retry-after': '1' }, cause }),
);
export const tooManyRequests = defineError(
  'TOO_MANY_REQUESTS',
  429,
  'Too many requests',
  'A limit of requests is used up: wait for the seconds in `Retry-After`, which `params` has as `retryAfterSeconds`.',
  (waitMs: number) => {
    const retryAfterSeconds = Math.max(Math.ceil(waitMs / 1000), 1);
    return { params: { retryAfterSeconds }, headers: { 'retry-after': String(retryAfterSeconds) } };
  },
);

export type ConstraintErrors = Readonly<Record<string, () => AppError>>;

export function errorBody(error: AppError): ErrorBody {
  const body: ErrorBody = { statusCode: error.status, message: error.message, code: error.code };
  if (error.params !== undefined) body.params = paramsView(error.params);
  if (error.errors !== undefined) body.errors = error.errors.map(({ field, message }) => ({ field, message }));
  return body;
}

const paramsView = (params: ErrorParams): NonNullable<ErrorBody['params']> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isList(value) ? [...value] : value]));

const isList = (value: ErrorParams[string]): value is readonly string[] => Array.isArray(value);
