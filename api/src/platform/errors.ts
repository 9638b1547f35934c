import { strict as assert } from 'node:assert';
import type { ErrorBody } from './schemas.ts';

export interface FieldFault {
  field: string;
  message: string;
}

/** The values in the message of an error, for pages that word it themselves; cents are strings. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>;

interface AppErrorOptions {
  params?: ErrorParams | undefined;
  errors?: readonly FieldFault[] | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/** An answer to the caller that is not a success. It is thrown, never returned, and `defineError` alone makes it. */
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

/** Players read Portuguese, or the exact words of a document; administrators read English. */
type Reader = 'player' | 'administrator';

type Words<Args extends unknown[]> = (...args: Args) => string;
/**
 * A message that depends on arguments has examples, which docs/texts.md shows, and its values as `params`, which the
 * answer carries.
 */
type PlayerText<Args extends unknown[]> =
  | string
  | {
      say: Words<Args>;
      params(...args: NoInfer<Args>): ErrorParams;
      examples: readonly [NoInfer<Args>, ...NoInfer<Args>[]];
    };

interface DefinedError {
  /** Programs compare it, so it never changes, even if the text does. */
  readonly code: string;
  readonly status: number;
  readonly reader: Reader;
  /** Returns the text for players, or an example of each of its shapes. */
  readonly texts: () => string[];
  /** Returns the names of the values in its text. */
  readonly paramNames: () => string[];
  /** Tells the author of a client when it is answered and what can be done. */
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

/**
 * Defines an error, once, in the errors file of its module; docs/errors.md and docs/texts.md are made of all
 * definitions. The text is Portuguese, and may depend on arguments; `details` are faults of fields, headers, a cause,
 * and values that the text does not have.
 */
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

/** Defines an error that only routes of administrators answer, with an English text. */
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

/** Returns the same answer with its cause for the log. */
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

/** Maps the name of a constraint to the error that its violation means. Each module brings its own entries. */
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
