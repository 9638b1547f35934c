import type { ErrorBody } from './schemas.ts';

/** One fault of one field of the input; `field` is a dotted path. */
export interface FieldFault {
  field: string;
  message: string;
}

interface AppErrorOptions {
  errors?: readonly FieldFault[] | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  cause?: unknown;
}

/**
 * An answer to the caller that is not a success. Always thrown, never returned; modules make theirs through named
 * constructors in their own errors file, so that each status and text is written once.
 */
export class AppError extends Error {
  readonly status: number;
  readonly errors: readonly FieldFault[] | undefined;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.status = status;
    this.errors = options.errors;
    this.headers = options.headers;
  }
}

export const validationFailed = (errors: readonly FieldFault[]) => new AppError(400, 'Validation failed', { errors });
export const unauthorized = () => new AppError(401, 'Unauthorized');
export const forbidden = (message = 'Forbidden') => new AppError(403, message);
export const unavailable = (cause?: unknown) =>
  new AppError(503, 'Service temporarily unavailable', { headers: { 'retry-after': '1' }, cause });

/** What a violated constraint means to the caller, by the constraint's name. Each module brings its own entries. */
export type ConstraintErrors = Readonly<Record<string, () => AppError>>;

/** The body of an answer that is not a success. */
export function errorBody(error: AppError): ErrorBody {
  const body: ErrorBody = { statusCode: error.status, message: error.message };
  if (error.errors !== undefined) body.errors = error.errors.map(({ field, message }) => ({ field, message }));
  return body;
}
