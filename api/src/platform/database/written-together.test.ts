import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { createTrialTable } from '../../../test/support/trial-routes.ts';
import { type AppError, unauthorized } from '../errors.ts';
import { toId } from '../ids.ts';
import { type Tx, transaction } from './db.ts';
import { type Keyed, ReplayedAnswer, writeManyOnce } from './idempotency.ts';
import { sql } from './sql.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await createTrialTable(app.db);
});
afterEach(() => app.close());

const written = async () => (await app.db.query<{ n: number }>(sql`select count(*)::int as n from trial_writes`))[0]?.n;

const keyedNote = (note: string, userId: string, key: string | null = 'k'): Keyed<string, string> => ({
  command: note,
  once:
    key === null
      ? null
      : {
          key: { ownerId: toId(userId), key, fingerprint: note },
          answer: (result) => ({ status: 200, body: result }),
        },
});

/** Notes that begin with "no" are refused. */
const insertNotes = async (tx: Tx, notes: readonly string[]) => {
  const written = notes.filter((note) => !note.startsWith('no'));
  await tx.query(sql`insert into trial_writes (note) select unnest(${written}::text[])`);
  return notes.map((note) => (note.startsWith('no') ? { refused: unauthorized() } : { done: `wrote ${note}` }));
};
const toldOf = (outcome: object) => {
  if ('done' in outcome) return outcome.done;
  const { refused } = outcome as { refused: AppError | ReplayedAnswer };
  return refused instanceof ReplayedAnswer ? `again: ${refused.answer.body}` : refused.code;
};

test('written together, each key is answered by what is known of it, and the others are done', async () => {
  const before = [keyedNote('a', '1'), keyedNote('no b', '2'), keyedNote('c', '3', null)];
  assert.deepEqual((await writeManyOnce(app.db, before, insertNotes)).map(toldOf), [
    'wrote a',
    'UNAUTHORIZED',
    'wrote c',
  ]);
  const refusedEarly: unknown[] = [];
  const after = [...before, keyedNote('d', '4'), keyedNote('another', '1'), keyedNote('f', '5', 'other')];
  await assert.rejects(writeManyOnce(app.db, after, insertNotes), /claimed twice/);
  const held = await transaction(app.db, async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('5:other', 20261115))`);
    const outcomes = await writeManyOnce(
      app.db,
      after.filter(({ command }) => command !== 'another'),
      async (own, notes) => {
        refusedEarly.push('before the work');
        return insertNotes(own, notes);
      },
      ({ command }) => refusedEarly.push(command),
    );
    return outcomes.map(toldOf);
  });
  assert.deepEqual(held, [
    'again: wrote a',
    'again: {"statusCode":401,"message":"Unauthorized","code":"UNAUTHORIZED"}',
    'wrote c',
    'wrote d',
    'IDEMPOTENCY_KEY_IN_USE',
  ]);
  assert.deepEqual(refusedEarly, ['a', 'no b', 'f', 'before the work']);
  const mixedUp = await writeManyOnce(app.db, [keyedNote('another', '1'), keyedNote('f', '5', 'other')], insertNotes);
  assert.deepEqual(mixedUp.map(toldOf), ['IDEMPOTENCY_KEY_REUSED', 'wrote f']);
  assert.equal(await written(), 5);
});

test('written together, answers are kept if and only if their effects are', async () => {
  const notes = [keyedNote('a', '1'), keyedNote('no b', '2')];
  const failing = writeManyOnce(app.db, notes, async (tx, commands) => {
    await insertNotes(tx, commands);
    throw new Error('killed');
  });
  await assert.rejects(failing, /killed/);
  assert.equal(await written(), 0);
  assert.deepEqual(await app.db.query(sql`select from idempotency_keys`), []);
  assert.deepEqual((await writeManyOnce(app.db, notes, insertNotes)).map(toldOf), ['wrote a', 'UNAUTHORIZED']);
});

test('a deadlock runs again what is left, and nobody who was answered already', async () => {
  await writeManyOnce(app.db, [keyedNote('known', '1')], insertNotes);
  const asked: (readonly string[])[] = [];
  let told = 0;
  const outcomes = await writeManyOnce(
    app.db,
    [keyedNote('known', '1'), keyedNote('new', '2')],
    async (tx, commands) => {
      asked.push(commands);
      if (asked.length === 1) {
        await app.db.query(sql`delete from idempotency_keys`);
        await tx.query(sql`do $$ begin raise exception sqlstate '40P01'; end $$`);
      }
      return insertNotes(tx, commands);
    },
    () => {
      told += 1;
    },
  );
  assert.deepEqual(outcomes.map(toldOf), ['again: wrote known', 'wrote new']);
  assert.deepEqual([asked, told], [[['new'], ['new']], 1]);
});

test('what is refused by an error is kept, where it was written by itself', async () => {
  const alone = () => writeManyOnce(app.db, [keyedNote('a', '1')], () => Promise.reject(unauthorized()));
  await assert.rejects(alone(), { status: 401 });
  const [again] = await alone();
  assert.match(String(toldOf(again ?? {})), /^again: .*UNAUTHORIZED/);
});
