import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type FieldDef,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
  type QueryArrayResult,
  type QueryConfig,
  type QueryResult,
  types,
} from 'pg';
import { AppError, type ConstraintErrors, unavailable } from '../errors.ts';
import type { Logger } from '../observability/logger.ts';
import { isAborted, isConnectionFailure, isRetryable, toAppError } from './database-errors.ts';
import { type Sql, statementName } from './sql.ts';

const pending = new WeakMap<object, (() => void)[]>();

/** Runs `work` after the commit, and never after a rollback. */
export function afterCommit(tx: object, work: () => void): void {
  const works = pending.get(tx);
  if (works === undefined) pending.set(tx, [work]);
  else works.push(work);
}

/** A failure here comes after the commit, so it undoes nothing and does not stop the rest. */
function runAfterCommit(tx: object, logger: Pick<Logger, 'error'>): void {
  for (const work of pending.get(tx) ?? []) {
    try {
      work();
    } catch (error) {
      logger.error({ err: error }, 'A transaction has committed, but not all of its notifications were sent');
    }
  }
}

interface Queryable {
  query<Row extends object>(statement: Sql): Promise<Row[]>;
}

interface Connections extends Queryable {
  readonly pool: Pool;
  readonly constraintErrors: ConstraintErrors;
  readonly logger: Logger;
}

/** Each statement commits by itself. Readers take `Db | Tx`. */
export interface Db extends Connections {
  /**
   * Statements here survive the caller's rollback. They have a few connections of their own, because callers that hold
   * one would wait for each other. They must be short and need no lock of a transaction.
   */
  readonly apart: Connections;
  close(): Promise<void>;
}

/** Writers take a transaction first, so that a write outside of one does not compile. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** Sends a statement whose rows are not needed. If it fails, the transaction fails. */
  send(statement: Sql): void;
}

export type DatabaseAddress = string | { host: string; port: number; user: string; database: string };

export interface DatabaseOptions {
  address: DatabaseAddress;
  logger: Logger;
  poolSize?: number;
  /** Requests must be short; a check of the whole database is not. */
  timeoutMs?: number;
  /** Starting parallel workers takes longer than a request should. */
  isParallel?: boolean;
  /** Multiplies every time-out on a busy machine. */
  patience?: number;
  constraintErrors?: ConstraintErrors;
}

const MAX_ATTEMPTS = 3;
/** More waiting statements would only time out. */
const MAX_WAITING_PER_CONNECTION = 50;
const APART_POOL_SIZE = 2;

export function addressConfig(address: DatabaseAddress): PoolConfig {
  return typeof address === 'string' ? { connectionString: address } : { ...address };
}

/** A lost connection is logged and does not end the process. */
export function createPool(address: DatabaseAddress, config: PoolConfig, logger: Logger): Pool {
  const pool = new Pool({ ...addressConfig(address), ...config });
  // The driver attaches the client with all statements to the error, so only its words are logged.
  const onLost = ({ message, code }: Error & { code?: string }) =>
    logger.warn({ reason: message, code }, 'A database connection was lost');
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}

export function openDatabase(options: DatabaseOptions): Db {
  const { address, logger, poolSize = 20, timeoutMs = 10_000, isParallel = false } = options;
  const { patience = 1, constraintErrors = {} } = options;
  const config: PoolConfig = {
    // Statements do not wait for earlier answers, which saves round trips.
    pipeline: true,
    connectionTimeoutMillis: 3_000 * patience,
    lock_timeout: 5_000 * patience,
    statement_timeout: timeoutMs * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
    idleTimeoutMillis: 60_000,
    application_name: 'lisura',
    ...(isParallel ? {} : { options: '-c max_parallel_workers_per_gather=0' }),
  };
  const connectionsOf = (size: number): Connections => {
    const pool = createPool(address, { ...config, max: size }, logger);
    boundQueue(pool, MAX_WAITING_PER_CONNECTION * size * patience);
    return connectionsFrom(pool, constraintErrors, logger);
  };
  const main = connectionsOf(poolSize);
  const apart = connectionsOf(APART_POOL_SIZE);
  const close = async () => {
    await Promise.all([main.pool.end(), apart.pool.end()]);
  };
  return { ...main, apart, close };
}

function connectionsFrom(pool: Pool, constraintErrors: ConstraintErrors, logger: Logger): Connections {
  return {
    pool,
    constraintErrors,
    logger,
    query: (statement) =>
      retried(async () => {
        try {
          return await rowsFrom(prepared(statement), (sent) => pool.query(sent));
        } catch (error) {
          throw toAppError(error, constraintErrors);
        }
      }),
  };
}

function boundQueue(pool: Pool, maxWaiting: number): void {
  const connect = pool.connect.bind(pool);
  pool.connect = ((callback?: Parameters<typeof connect>[0]) => {
    if (pool.waitingCount < maxWaiting) return callback === undefined ? connect() : connect(callback);
    const full = unavailable();
    if (callback === undefined) return Promise.reject(full);
    callback(full, undefined, () => undefined);
  }) as Pool['connect'];
}

/**
 * Rolls back if `work` throws. After a deadlock or serialization failure it runs again, at most three times, so `work`
 * must only decide and write.
 */
export function transaction<Result>(db: Connections, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return retried(() => attemptTransaction(db, work));
}

async function retried<Result>(attempted: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attempted();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw unavailable(error);
      // Two transactions that met once would otherwise meet again.
      await pause(Math.random() * 10 * attempt);
    }
  }
}

async function attemptTransaction<Result>(db: Connections, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await connect(db);
  const tx = transactionOn(client, db.constraintErrors);
  let broken: Error | undefined;
  try {
    // The first statement travels with it; the commit reports its failure.
    const begun = sendSoon(client, 'begin');
    begun.catch(() => undefined);
    const result = await work(tx);
    tx.end();
    const committed = await sendSoon(client, 'commit');
    await Promise.all([begun, ...tx.unheard]);
    // PostgreSQL answers ROLLBACK without an error if a statement failed.
    if (committed.command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit');
    runAfterCommit(tx, db.logger);
    return result;
  } catch (error) {
    tx.end();
    // A later statement that found the transaction aborted may answer first.
    const cause = tx.firstFailure() ?? error;
    broken = await rollback(client, cause);
    throw isAborted(error) ? cause : toAppError(error, db.constraintErrors);
  } finally {
    client.release(broken);
  }
}

async function connect(db: Connections): Promise<PoolClient> {
  try {
    return await db.pool.connect();
  } catch (error) {
    throw toAppError(error, db.constraintErrors);
  }
}

/** Returns an error if the connection is unusable. */
async function rollback(client: PoolClient, reason: unknown): Promise<Error | undefined> {
  const cause = reason instanceof AppError ? reason.cause : reason;
  if (isConnectionFailure(cause)) return cause as Error;
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/**
 * Sends the statements of one turn of the event loop in one write. Separate writes took a quarter of an opening's
 * processor time.
 */
function sendSoon(client: PoolClient, statement: string | QueryConfig): Promise<QueryResult> {
  const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client.query(statement);
}

interface OpenTx extends Tx {
  readonly unheard: readonly Promise<unknown>[];
  firstFailure(): unknown | undefined;
  /** A statement after the end would commit by itself. */
  end(): void;
}

function transactionOn(client: PoolClient, constraintErrors: ConstraintErrors): OpenTx {
  let firstFailure: unknown;
  let isOver = false;
  const unheard: Promise<unknown>[] = [];
  const run = async (statement: QueryArrayConfig) => {
    if (isOver) throw new Error('A statement came after the end of its transaction');
    try {
      return await rowsFrom(statement, (sent) => sendSoon(client, sent));
    } catch (error) {
      const failure = toAppError(error, constraintErrors);
      firstFailure ??= failure;
      throw failure;
    }
  };
  return {
    inTransaction: true,
    unheard,
    firstFailure: () => firstFailure,
    end: () => {
      isOver = true;
    },
    query: async (statement) => run(prepared(statement)),
    send: (statement) => {
      const sent = run(prepared(statement));
      sent.catch(() => undefined);
      unheard.push(sent);
    },
  };
}

function prepared(statement: Sql): QueryArrayConfig {
  const { text } = statement;
  const values = statement.values.map(parameterOf);
  const name = statementName(text);
  const rowMode = 'array';
  return name === undefined ? { text, values, rowMode } : { text, values, rowMode, name };
}

type Send = (statement: QueryArrayConfig) => Promise<QueryArrayResult<unknown[]> | QueryResult>;

/** The caller wrote the statement and knows its fields. */
const rowsFrom = async (statement: QueryArrayConfig, send: Send): Promise<never[]> =>
  rowsOf((await send(statement)) as QueryArrayResult<unknown[]>, statement.name) as never[];

const parameterOf = (value: unknown) => (Array.isArray(value) ? (arrayText(value) ?? value) : value);

/** `price_cents` is read as `priceCents`. */
export const fieldOf = (column: string): string =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

interface RowReader {
  read(values: unknown[]): object;
  columns: number;
}

const readersByStatement = new Map<string, RowReader>();

/** A named statement keeps its reader, because its columns stay. */
export function rowsOf({ fields, rows }: QueryArrayResult<unknown[]>, statement: string | undefined): object[] {
  if (rows.length === 0) return rows;
  let reader = statement === undefined ? undefined : readersByStatement.get(statement);
  // A migration may add a column to `select *`.
  if (reader?.columns !== fields.length) {
    reader = readerOf(fields);
    if (statement !== undefined) readersByStatement.set(statement, reader);
  }
  return rows.map(reader.read);
}

/** A 64-bit number is cents if its name says so, else text, as ids are. Parts of a cent are floats. */
const readingOf = ({ name, dataTypeID }: FieldDef, index: number): string => {
  const value = `values[${index}]`;
  const isWide = dataTypeID === types.builtins.INT8 || dataTypeID === types.builtins.NUMERIC;
  return isWide && /(^|_)cents(_brl)?$/i.test(name) ? `${value} === null ? null : BigInt(${value})` : value;
};

/** Generated code makes objects faster than a loop. */
function readerOf(fields: readonly FieldDef[]): RowReader {
  const entries = fields.map((field, index) => `${JSON.stringify(fieldOf(field.name))}: ${readingOf(field, index)}`);
  const read = new Function('values', `return { ${entries.join(', ')} };`) as RowReader['read'];
  return { read, columns: fields.length };
}

/** Ids, numbers, seeds and statuses need no quotes. */
const NEEDS_NO_QUOTES = /^[\w.-]+$/;

/**
 * The driver quotes every element, which took an eighth of the processor time of large writes (`npm run bench --
 * open`). Returns null for types that only the driver can write.
 */
export function arrayText(elements: readonly unknown[]): string | null {
  let text = '{';
  for (let index = 0; index < elements.length; index += 1) {
    const element = elementText(elements[index]);
    if (element === null) return null;
    text += index === 0 ? element : `,${element}`;
  }
  return `${text}}`;
}

/** Without quotes it would be null. */
const isNull = (text: string) => text.length === 4 && text.toLowerCase() === 'null';

function elementText(element: unknown): string | null {
  switch (typeof element) {
    case 'string':
      if (NEEDS_NO_QUOTES.test(element) && !isNull(element)) return element;
      return `"${element.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(element);
    default:
      return element === null || element === undefined ? 'NULL' : null;
  }
}
