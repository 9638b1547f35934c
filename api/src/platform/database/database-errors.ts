import { DatabaseError as ServerError } from 'pg';
import { AppError, type ConstraintErrors, causedBy, defineError, unavailable } from '../errors.ts';

/** The parts of a PostgreSQL error that decisions are made on. */
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
/** By the time limit of statements, or by an operator. */
const QUERY_CANCELED = '57014';
/** Of the system's network, of names, and of TLS. */
const CONNECTION_CODE =
  /^(E(CONN[A-Z]+|PIPE|NOENT|TIMEDOUT|HOST[A-Z]+|NET[A-Z]+|PROTO|NOTCONN|NOTFOUND|AI_[A-Z]+)|ERR_(SSL|TLS|STREAM|SOCKET)_.*)$/;
/** The server lost its connection, was stopped, or says itself that nobody knows how the transaction ended. */
const MAY_HAVE_HAPPENED = /^(08|40003|57P0)/;

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

/** Others were in the way, or it took too long; nothing is left of it, and the same may work in a moment. */
function isPassing(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === LOCK_NOT_AVAILABLE || error.code === QUERY_CANCELED);
}

/**
 * Whether what failed so has surely left nothing behind: only where the server itself has reported the failure. Of every
 * other one, whatever it is called, nobody knows whether the commit before it has happened.
 */
export function hadNoEffect(failure: unknown): boolean {
  const cause = failure instanceof AppError ? failure.cause : failure;
  return cause instanceof ServerError && cause.code !== undefined && !MAY_HAVE_HAPPENED.test(cause.code);
}

/**
 * The database was not reached, is shutting down, has no place for us, has closed a transaction that stood idle, or
 * takes no writes because another server has taken over; a new connection may find it back in a moment.
 */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (
    /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable/i.test(error.message)
  )
    return true;
  if (!isDatabaseError(error)) return false;
  return CONNECTION_CODE.test(error.code) || /^(08|57P0|53|25P0[34]|25006)/.test(error.code);
}

/**
 * The one place where PostgreSQL's errors become the product's: a violated constraint by its name, text that no
 * column can hold as a 400, a lost or full database and a lock that is not to be had as a 503. What may be run again at
 * once stays as it is until that was tried. Everything else stays what it is too and ends as a 500.
 */
export function toAppError(error: unknown, constraintErrors: ConstraintErrors): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  if (isConnectionFailure(error) || isPassing(error)) return unavailable(error);
  if (!isDatabaseError(error)) return error;
  const mapped = error.constraint === undefined ? undefined : constraintErrors[error.constraint];
  if (mapped !== undefined) return causedBy(mapped(), error);
  return error.code === '22021' || error.code === '22P05' ? causedBy(unstorableText(), error) : error;
}
