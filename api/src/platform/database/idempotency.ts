import { AppError, defineError, errorBody } from '../errors.ts';
import type { Id } from '../ids.ts';
import { type Db, type Tx, transaction } from './db.ts';
import { packAnswer, unpackAnswer } from './packed-answers.ts';
import { type Sql, sql } from './sql.ts';

/**
 * `Idempotency-Key`: a write that a caller may repeat happens once.
 *
 * The answer is kept in the transaction of the write itself, so that a key is known if and only if its effect is
 * there: no crash can leave an effect without its answer, or an answer without its effect. An advisory lock, which
 * ends with the transaction however that ends, shows a second request that the first still runs.
 */
interface IdempotencyKey {
  ownerId: Id<'user'>;
  key: string;
  /** Digest of method, path and body: the same key with another request is refused. */
  fingerprint: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

/** What a use case needs to happen once: the caller's key, and how its result is answered. Null without a key. */
export interface Once<Result> {
  key: IdempotencyKey;
  answer(result: Result): StoredAnswer;
}

/** Thrown where the write has happened before; rendered as the first answer, byte for byte. */
export class ReplayedAnswer extends Error {
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super('Answered before');
    this.answer = answer;
  }
}

const stillRunning = defineError(
  'IDEMPOTENCY_KEY_IN_USE',
  409,
  'Um pedido com esta Idempotency-Key ainda está em andamento.',
  'The first request with the key is under way: ask again after `Retry-After` for its answer.',
  () => ({ headers: { 'retry-after': '1' } }),
);
const keyReused = defineError(
  'IDEMPOTENCY_KEY_REUSED',
  422,
  'Esta Idempotency-Key já foi usada em outro pedido.',
  'The key belongs to a request with another method, path or body: a new request takes a new key.',
);

/** The first request with the same key has no answer yet. */
export const isUnderWay = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_IN_USE';

/** `transaction()` for a write that a caller may repeat. Refusals are kept too: the first answer is the answer. */
export async function writeOnce<Result>(
  db: Db,
  once: Once<Result> | null,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  if (once === null) return transaction(db, work);
  let claimed = false;
  try {
    return await transaction(db, async (tx) => {
      claimed = false;
      await claimKey(tx, once.key);
      claimed = true;
      const result = await work(tx);
      await keepAnswer(tx, once.key, once.answer(result));
      return result;
    });
  } catch (error) {
    if (claimed) await keepRefusal(db, once.key, error);
    throw error;
  }
}

/** One transaction of a longer write, whose result is what is known so far. */
export type WriteStep<Result> = (step: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * `writeOnce` for a write that goes on outside the database after its transaction: somebody is paid or asked. `work` is
 * given the way to that one transaction. What this gave is kept with it, marked as unfinished, so that no crash leaves an
 * effect without an answer; what `work` gives at last replaces it. A repeat in between is refused: the first still runs.
 */
export async function writeOnceAndGoOn<Result>(
  db: Db,
  once: Once<Result> | null,
  work: (write: WriteStep<Result>) => Promise<Result>,
): Promise<Result> {
  if (once === null) return work((step) => transaction(db, step));
  answerAgain(once.key, await findKept(db, once.key));
  let ours = true;
  let hasWritten = false;
  const write: WriteStep<Result> = async (step) => {
    const written = await transaction(db, async (tx) => {
      ours = false;
      await claimKey(tx, once.key);
      ours = true;
      const result = await step(tx);
      await keepAnswer(tx, once.key, once.answer(result), UNFINISHED_SECONDS);
      return result;
    });
    hasWritten = true;
    return written;
  };
  try {
    const result = await work(write);
    await (hasWritten ? keepAnswer : keepWithoutEffect)(db, once.key, once.answer(result));
    return result;
  } catch (error) {
    if (ours) await keepRefusal(db, once.key, error);
    throw error;
  }
}

/** Longer than the longest question to the outside world, after which the answer so far is the answer. */
const UNFINISHED_SECONDS = 60;

interface Kept {
  fingerprint: string;
  status: number;
  /** Of a version that did not pack them. */
  body: string | null;
  packed: Buffer | null;
  isUnfinished: boolean;
}

export async function claimKey(tx: Tx, key: IdempotencyKey): Promise<void> {
  // Sent together; the second sees what the holder of the lock before us committed.
  const [locks, kept] = await Promise.all([
    tx.query<{ claimed: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${key.ownerId}:${key.key}`}, 20261115)) as claimed`,
    ),
    findKept(tx, key),
  ]);
  if (locks[0]?.claimed !== true) throw stillRunning();
  answerAgain(key, kept);
}

async function findKept(db: Db | Tx, { ownerId, key }: IdempotencyKey): Promise<Kept | null> {
  const rows = await db.query<Kept>(sql`
    select fingerprint, status, body, packed, coalesce(unfinished_until > now(), false) as "isUnfinished" from idempotency_keys
    where owner_id = ${ownerId} and key = ${key} and created_at > now() - interval '24 hours'`);
  return rows[0] ?? null;
}

function answerAgain({ fingerprint }: IdempotencyKey, kept: Kept | null): void {
  if (kept === null) return;
  if (kept.fingerprint !== fingerprint) throw keyReused();
  if (kept.isUnfinished) throw stillRunning();
  const body = kept.packed === null ? (kept.body ?? '') : unpackAnswer(kept.packed);
  throw new ReplayedAnswer({ status: kept.status, body });
}

async function keepRefusal(db: Db, key: IdempotencyKey, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.status >= 500) return;
  await keepWithoutEffect(db, key, { status: error.status, body: JSON.stringify(errorBody(error)) });
}

/**
 * Keeps the answer of a request that has an effect, whatever is in its way. It has claimed the key, so that is what it has
 * kept itself so far, or what a repeat beside it was answered that has changed nothing: left there, that would hide the
 * effect from every repeat.
 */
const keepAnswer = (
  db: Db | Tx,
  key: IdempotencyKey,
  answer: StoredAnswer,
  unfinishedSeconds: number | null = null,
): Promise<void> => upsertAnswer(db, key, answer, { unfinishedSeconds, replaces: sql`true` });

/** Keeps the answer of a request that has changed nothing. Where another with the same key is known, its answer stays. */
const keepWithoutEffect = (db: Db, key: IdempotencyKey, answer: StoredAnswer): Promise<void> =>
  upsertAnswer(db, key, answer, {
    unfinishedSeconds: null,
    // Nobody finds it any more, and it is not swept yet.
    replaces: sql`idempotency_keys.created_at <= now() - interval '24 hours'`,
  });

/** `replaces` says which row of the same key gives way; it is looked at when whoever is writing that row has ended. */
async function upsertAnswer(
  db: Db | Tx,
  { ownerId, key, fingerprint }: IdempotencyKey,
  answer: StoredAnswer,
  { unfinishedSeconds, replaces }: { unfinishedSeconds: number | null; replaces: Sql },
): Promise<void> {
  await db.query(sql`
    insert into idempotency_keys (owner_id, key, fingerprint, status, packed, unfinished_until)
    values (${ownerId}, ${key}, ${fingerprint}, ${answer.status}, ${packAnswer(answer.body)},
      now() + make_interval(secs => ${unfinishedSeconds}))
    on conflict (owner_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = null, packed = excluded.packed, created_at = now(),
      unfinished_until = excluded.unfinished_until
    where ${replaces}`);
}

/** Removes what is past its 24 hours; returns how many. */
export async function sweepIdempotencyKeys(db: Db): Promise<number> {
  const rows = await db.query<{ swept: number }>(sql`
    with swept as (
      delete from idempotency_keys where created_at <= now() - interval '24 hours' returning 1)
    select count(*)::int as swept from swept`);
  return rows[0]?.swept ?? 0;
}
