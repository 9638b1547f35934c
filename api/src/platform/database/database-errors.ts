import { DatabaseError as ServerError } from 'pg';
import { AppError, type ConstraintErrors, causedBy, defineError, unavailable } from '../errors.ts';

interface DatabaseError extends Error {
  code: string;
  constraint?: string;
}

const unstorableText = defineError(
  'UNSTORABLE_TEXT',
  400,
  'O texto contém um caractere que não pode ser guardado.',
  'A text of the input has a character that the database cannot store.',
);

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK_DETECTED = '40P01';
const IN_FAILED_TRANSACTION = '25P02';
const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';
const CONNECTION_CODE =
  /^(E(CONN[A-Z]+|PIPE|NOENT|TIMEDOUT|HOST[A-Z]+|NET[A-Z]+|PROTO|NOTCONN|NOTFOUND|AI_[A-Z]+)|ERR_(SSL|TLS|STREAM|SOCKET)_.*)$/;
/** With these codes the end of the transaction is unknown. */
const MAY_HAVE_HAPPENED = /^(08|40003|57P0)/;

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && typeof (error as { code?: unknown }).code === 'string';
}

export function isRetryable(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK_DETECTED);
}

export function isAborted(error: unknown): boolean {
  return isDatabaseError(error) && error.code === IN_FAILED_TRANSACTION;
}

function isPassing(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === LOCK_NOT_AVAILABLE || error.code === QUERY_CANCELED);
}

/**
 * Only a failure that the server itself reported surely left nothing behind; after others the commit may have happened.
 */
export function hadNoEffect(failure: unknown): boolean {
  const cause = failure instanceof AppError ? failure.cause : failure;
  return cause instanceof ServerError && cause.code !== undefined && !MAY_HAVE_HAPPENED.test(cause.code);
}

/** A new connection may succeed in a moment. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/i.test(error.message)
  )
    return true;
  if (!isDatabaseError(error)) return false;
  return CONNECTION_CODE.test(error.code) || /^(08|57P0|53|25P0[34]|25006)/.test(error.code);
}

/** All of PostgreSQL's errors become the product's here, except retryable ones, which the retry sees. */
export function toAppError(error: unknown, constraintErrors: ConstraintErrors): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (isConnectionFailure(error) || isPassing(error)) return unavailable(error);
  if (!isDatabaseError(error)) return error;
  const mapped = error.constraint === undefined ? undefined : constraintErrors[error.constraint];
  if (mapped !== undefined) return causedBy(mapped(), error);
  return error.code === '22021' || error.code === '22P05' ? causedBy(unstorableText(), error) : error;
}
