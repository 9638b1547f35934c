import { strict as assert } from 'node:assert';
import type { Outcome } from '../batches/batched-writes.ts';
import { AppError, defineError, errorBody } from '../errors.ts';
import type { Id } from '../ids.ts';
import { type Db, type Tx, transaction } from './db.ts';
import { packAnswer, unpackAnswer } from './packed-answers.ts';
import { keepPlans, type Sql, sql } from './sql.ts';

/**
 * The answer is stored in the transaction of the write, so that a crash never separates them. An advisory lock shows a
 * second request that the first still runs.
 */
interface IdempotencyKey {
  ownerId: Id<'user'>;
  key: string;
  /** A digest of method, path and body: a key with another request is refused. */
  fingerprint: string;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

/** The caller's key, and the way to render the answer. */
export interface Once<Result> {
  key: IdempotencyKey;
  answer(result: Result): StoredAnswer;
}

/** The write has happened before; the answer is the first one, byte for byte. */
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

export const isUnderWay = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_IN_USE';

/** Refusals are stored too, because the first answer is the answer. */
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
      tx.send(keepAnswersSql([{ key: once.key, answer: once.answer(result) }], OF_AN_EFFECT));
      return result;
    });
  } catch (error) {
    throw claimed ? await keepRefusal(db, once.key, error) : error;
  }
}

/** `once` is null without a key. */
export interface Keyed<Command, Result> {
  command: Command;
  once: Once<Result> | null;
}

/**
 * Runs commands of several callers in one transaction. A command that was done before or runs elsewhere is passed to
 * `refuse` at once, so that it neither waits nor runs again. Plans are kept, because batches look up rows by keys.
 */
export async function writeManyOnce<Command, Result>(
  db: Db,
  keyed: readonly Keyed<Command, Result>[],
  work: (tx: Tx, commands: readonly Command[]) => Promise<readonly Outcome<Result>[]>,
  refuse: (each: Keyed<Command, Result>, why: Error) => void = () => undefined,
): Promise<Outcome<Result>[]> {
  const known = new Map<Keyed<Command, Result>, { refused: Error }>();
  let claimed: readonly Keyed<Command, Result>[] = [];
  try {
    return await transaction(db, async (tx) => {
      claimed = [];
      // Planning took most of the time of the look-up.
      keepPlans(tx);
      for (const [each, why] of await claimThoseWithKeys(tx, unknownAmong(keyed, known))) {
        known.set(each, { refused: why });
        refuse(each, why);
      }
      claimed = unknownAmong(keyed, known);
      const commands = claimed.map(({ command }) => command);
      const outcomes = commands.length === 0 ? [] : await work(tx, commands);
      keepOutcomes(tx, claimed, outcomes);
      const inOrder = outcomes.values();
      return keyed.map((each) => known.get(each) ?? (inOrder.next().value as Outcome<Result>));
    });
  } catch (error) {
    // A failure of several commands has no single owner; the caller runs them one by one.
    const [alone] = claimed;
    throw keyed.length === 1 && alone?.once ? await keepRefusal(db, alone.once.key, error) : error;
  }
}

const unknownAmong = <Each>(keyed: readonly Each[], known: ReadonlyMap<Each, unknown>) =>
  keyed.filter((each) => !known.has(each));

async function claimThoseWithKeys<Each extends { once: Once<never> | null }>(
  tx: Tx,
  keyed: readonly Each[],
): Promise<(readonly [Each, Error])[]> {
  const asked = keyed.flatMap((each) => (each.once === null ? [] : [{ each, key: each.once.key }]));
  if (asked.length === 0) return [];
  const whys = await claimKeys(
    tx,
    asked.map(({ key }) => key),
  );
  return asked.flatMap(({ each }, index) => {
    const why = whys[index] ?? null;
    return why === null ? [] : [[each, why] as const];
  });
}

/** Refusals hold only if the transaction with the effects commits. */
function keepOutcomes<Result>(
  tx: Tx,
  keyed: readonly Keyed<unknown, Result>[],
  outcomes: readonly Outcome<Result>[],
): void {
  const done: KeyedAnswer[] = [];
  const refused: KeyedAnswer[] = [];
  for (const [index, { once }] of keyed.entries()) {
    const outcome = outcomes[index];
    assert(outcome !== undefined, 'a command that was written together with others has no outcome');
    if (once === null) continue;
    if ('done' in outcome) done.push({ key: once.key, answer: once.answer(outcome.done) });
    else if (isKept(outcome.refused)) refused.push({ key: once.key, answer: refusalAnswer(outcome.refused) });
  }
  if (done.length > 0) tx.send(keepAnswersSql(done, OF_AN_EFFECT));
  if (refused.length > 0) tx.send(keepAnswersSql(refused, WITHOUT_EFFECT));
}

export type WriteStep<Result> = (step: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * Runs a write that continues outside the database, such as a payment. The result of its transaction is stored as
 * unfinished and replaced by the final one. A repeat in between is refused.
 */
export async function writeOnceAndGoOn<Result>(
  db: Db,
  once: Once<Result> | null,
  work: (write: WriteStep<Result>) => Promise<Result>,
): Promise<Result> {
  if (once === null) return work((step) => transaction(db, step));
  const { key } = once;
  const known = answerBefore(key, (await findKept(db, [key])).get(nameOf(key)));
  if (known !== null) throw known;
  let ours = true;
  let hasWritten = false;
  const write: WriteStep<Result> = async (step) => {
    const written = await transaction(db, async (tx) => {
      ours = false;
      await claimKey(tx, key);
      ours = true;
      const result = await step(tx);
      tx.send(keepAnswersSql([{ key, answer: once.answer(result) }], OF_AN_EFFECT, UNFINISHED_SECONDS));
      return result;
    });
    hasWritten = true;
    return written;
  };
  try {
    const result = await work(write);
    await db.query(keepAnswersSql([{ key, answer: once.answer(result) }], hasWritten ? OF_AN_EFFECT : WITHOUT_EFFECT));
    return result;
  } catch (error) {
    throw ours && !hasWritten ? await keepRefusal(db, key, error) : error;
  }
}

/** This exceeds the longest request to the outside; afterwards the answer is final. */
const UNFINISHED_SECONDS = 60;

interface Kept {
  ownerId: Id<'user'>;
  key: string;
  fingerprint: string;
  status: number;
  /** A former version did not pack its answers. */
  body: string | null;
  packed: Buffer | null;
  isUnfinished: boolean;
}

export async function claimKey(tx: Tx, key: IdempotencyKey): Promise<void> {
  const [known] = await claimKeys(tx, [key]);
  if (known) throw known;
}

/** Returns, for each key, null if `tx` holds it, else the answer. */
async function claimKeys(tx: Tx, keys: readonly IdempotencyKey[]): Promise<(Error | null)[]> {
  const names = keys.map(nameOf);
  assert(new Set(names).size === names.length, 'a key is claimed twice at once');
  // Both are sent together; the second sees what the lock's former holder committed.
  const [locks, kept] = await Promise.all([
    tx.query<{ claimed: boolean }>(sql`
      select pg_try_advisory_xact_lock(hashtextextended(name, 20261115)) as claimed
      from unnest(${names}::text[]) with ordinality as asked (name, place) order by place`),
    findKept(tx, keys),
  ]);
  return keys.map((key, index) =>
    locks[index]?.claimed === true ? answerBefore(key, kept.get(nameOf(key))) : stillRunning(),
  );
}

const nameOf = ({ ownerId, key }: Pick<IdempotencyKey, 'ownerId' | 'key'>) => `${ownerId}:${key}`;

async function findKept(db: Db | Tx, keys: readonly IdempotencyKey[]): Promise<ReadonlyMap<string, Kept>> {
  // The lateral join looks each key up, whatever the statistics say.
  const rows = await db.query<Kept>(sql`
    select asked.owner_id, asked.key, fingerprint, status, body, packed,
      coalesce(unfinished_until > now(), false) as is_unfinished
    from unnest(${keys.map(({ ownerId }) => ownerId)}::bigint[], ${keys.map(({ key }) => key)}::text[]) as asked (owner_id, key)
    cross join lateral (
      select fingerprint, status, body, packed, unfinished_until from idempotency_keys kept
      where kept.owner_id = asked.owner_id and kept.key = asked.key and created_at > now() - interval '24 hours' limit 1
    ) kept`);
  return new Map(rows.map((row) => [nameOf(row), row]));
}

function answerBefore({ fingerprint }: IdempotencyKey, kept: Kept | undefined): Error | null {
  if (kept === undefined) return null;
  if (kept.fingerprint !== fingerprint) return keyReused();
  if (kept.isUnfinished) return stillRunning();
  const body = kept.packed === null ? (kept.body ?? '') : unpackAnswer(kept.packed);
  return new ReplayedAnswer({ status: kept.status, body });
}

/** Our own faults are not stored, so a repeat tries again. */
const isKept = (error: unknown): error is AppError => error instanceof AppError && error.status < 500;

const refusalAnswer = (error: AppError): StoredAnswer => ({
  status: error.status,
  body: JSON.stringify(errorBody(error)),
});

/** A request with the same key may have finished meanwhile; both then get the stored answer. */
async function keepRefusal(db: Db, key: IdempotencyKey, error: unknown): Promise<unknown> {
  if (!isKept(error)) return error;
  const kept = await db.query(
    sql`${keepAnswersSql([{ key, answer: refusalAnswer(error) }], WITHOUT_EFFECT)} returning key`,
  );
  if (kept.length > 0) return error;
  return answerBefore(key, (await findKept(db, [key])).get(nameOf(key))) ?? error;
}

interface KeyedAnswer {
  key: IdempotencyKey;
  answer: StoredAnswer;
}

/** Decides which row of the key is replaced after its writer has ended. */
type GivesWay = Sql;

/** The request holds the key, so an existing row is its own earlier answer, or that of a repeat without effect. */
const OF_AN_EFFECT: GivesWay = sql`true`;

/** A request without effect replaces only expired answers. */
const WITHOUT_EFFECT: GivesWay = sql`idempotency_keys.created_at <= now() - interval '24 hours'`;

const keepAnswersSql = (
  kept: readonly KeyedAnswer[],
  givesWay: GivesWay,
  unfinishedSeconds: number | null = null,
): Sql => sql`
    insert into idempotency_keys (owner_id, key, fingerprint, status, packed, unfinished_until)
    select owner_id, key, fingerprint, status, packed, now() + make_interval(secs => ${unfinishedSeconds})
    from unnest(
      ${kept.map(({ key }) => key.ownerId)}::bigint[], ${kept.map(({ key }) => key.key)}::text[],
      ${kept.map(({ key }) => key.fingerprint)}::text[], ${kept.map(({ answer }) => answer.status)}::smallint[],
      ${kept.map(({ answer }) => packAnswer(answer.body))}::bytea[]
    ) as given (owner_id, key, fingerprint, status, packed)
    on conflict (owner_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = null, packed = excluded.packed, created_at = now(),
      unfinished_until = excluded.unfinished_until
    where ${givesWay}`;

export async function sweepIdempotencyKeys(db: Db): Promise<number> {
  const rows = await db.query<{ swept: number }>(sql`
    with swept as (
      delete from idempotency_keys where created_at <= now() - interval '24 hours' returning 1)
    select count(*)::int as swept from swept`);
  return rows[0]?.swept ?? 0;
}
