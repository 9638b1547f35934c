import { AppError, type ConstraintErrors, unavailable } from './errors.ts';

/** The parts of a PostgreSQL error that decisions are made on. */
interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IN_FAILED_TRANSACTION = '25P02';
const CONNECTION_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH']);

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string';
}

/** The transaction did nothing and may be run again from its start. */
export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);
}

/** The statement did not run because one before it in its transaction had failed. */
export function isAborted(error: unknown): boolean {
  return isDatabaseError(error) && error.code === IN_FAILED_TRANSACTION;
}

/** The database was not reached, is shutting down, or has no place for us; it may be back in a moment. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (/timeout exceeded when trying to connect|Connection terminated|not queryable/i.test(error.message)) return true;
  if (!isDatabaseError(error)) return false;
  return CONNECTION_CODES.has(error.code) || /^(08|57P0|53)/.test(error.code);
}

/**
 * The one place where PostgreSQL's errors become the product's: a violated constraint by its name, text that no
 * column can hold as a 400, a lost or full database as a 503. Everything else stays what it is and ends as a 500.
 */
export function toAppError(error: unknown, constraintErrors: ConstraintErrors): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (isConnectionFailure(error)) return unavailable(error);
  if (!isDatabaseError(error)) return error;
  const mapped = error.constraint === undefined ? undefined : constraintErrors[error.constraint];
  if (mapped !== undefined) {
    const meaning = mapped();
    return new AppError(meaning.status, meaning.message, {
      errors: meaning.errors,
      headers: meaning.headers,
      cause: error,
    });
  }
  if (error.code === '22021' || error.code === '22P05') {
    return new AppError(400, 'Text contains a character that cannot be stored', { cause: error });
  }
  return error;
}
