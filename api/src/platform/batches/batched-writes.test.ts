import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { defineError } from '../errors.ts';
import { type BatchedWriteOptions, createBatchedWrite, notRefused, type Outcome } from './batched-writes.ts';

type Command = `${string}${number}`;

/** Batches end when the test says so. */
function createTrial(options: Partial<BatchedWriteOptions<Command, string>> = {}) {
  const batches: Command[][] = [];
  const ends: (() => void)[] = [];
  const write = createBatchedWrite<Command, string>({
    keyOf: (command) => command.slice(0, 1),
    runBatch: async (commands) => {
      batches.push([...commands]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return commands.map((command): Outcome<string> => ({ done: `did ${command}` }));
    },
    hadNoEffect: () => true,
    maxBatches: 2,
    maxCommands: 100,
    ...options,
  });
  const endBatch = async () => {
    ends.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { batches, write, endBatch };
}

test('a lone caller waits for nothing but the end of the turn', async () => {
  const { batches, write, endBatch } = createTrial();
  const done = write('a1');
  await nextTurn();
  assert.deepEqual(batches, [['a1']]);
  await endBatch();
  assert.equal(await done, 'did a1');
});

test('what arrives together is divided evenly, in the order of arrival', async () => {
  const { batches, write, endBatch } = createTrial();
  const all = (['a1', 'b1', 'c1', 'd1', 'e1'] as const).map(write);
  await nextTurn();
  assert.deepEqual(batches, [
    ['a1', 'b1', 'c1'],
    ['d1', 'e1'],
  ]);
  await endBatch();
  await endBatch();
  assert.deepEqual(await Promise.all(all), ['did a1', 'did b1', 'did c1', 'did d1', 'did e1']);
});

test('what arrives while batches are under way forms the next one', async () => {
  const { batches, write, endBatch } = createTrial();
  const all = (['a1', 'b1'] as const).map(write);
  await nextTurn();
  for (const command of ['c1', 'd1', 'e1'] as const) {
    all.push(write(command));
    await nextTurn();
  }
  assert.deepEqual(batches, [['a1'], ['b1']], 'at most two at a time');
  await endBatch();
  assert.deepEqual(batches.at(-1), ['c1', 'd1', 'e1']);
  await endBatch();
  await endBatch();
  await Promise.all(all);
});

test('beside a large batch a small one does not begin, and does not wait longer than for its end', async () => {
  const { batches, write, endBatch } = createTrial({ maxBatches: 1 });
  const two = createTrial();
  const first = (['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1'] as const).map(two.write);
  await nextTurn();
  await two.endBatch();
  const late = two.write('x1');
  await nextTurn();
  assert.equal(two.batches.length, 2, 'one waits beside four');
  const another = two.write('y1');
  await nextTurn();
  assert.deepEqual(two.batches.at(-1), ['x1', 'y1'], 'two do not');
  await two.endBatch();
  await two.endBatch();
  await Promise.all([...first, late, another]);
  const alone = write('a1');
  await nextTurn();
  const next = write('b1');
  await endBatch();
  assert.deepEqual(batches, [['a1'], ['b1']]);
  await endBatch();
  await Promise.all([alone, next]);
});

test('of a key one command runs at a time, in the order of arrival, and others pass it', async () => {
  const { batches, write, endBatch } = createTrial();
  const all = (['a1', 'a2', 'a3', 'b1', 'c1', 'c2'] as const).map(write);
  await nextTurn();
  assert.deepEqual(batches, [['a1', 'b1'], ['c1']]);
  for (let batch = 1; batch <= 6; batch += 1) await endBatch();
  await Promise.all(all);
  const order = batches.flat();
  for (const key of ['a', 'c']) {
    const own = order.filter((command) => command.startsWith(key));
    assert.deepEqual(own, own.toSorted());
  }
  for (const batch of batches) assert.equal(new Set(batch.map((command) => command[0])).size, batch.length);
});

test('a batch has at most the commands and the weight it may have', async () => {
  const { batches, write, endBatch } = createTrial({
    maxBatches: 1,
    maxCommands: 3,
    weightOf: (command) => Number(command.slice(1)),
    maxWeight: 10,
  });
  const all = (['a1', 'b1', 'c1', 'd1', 'e9', 'f99', 'g1'] as const).map(write);
  await nextTurn();
  for (let batch = 1; batch <= 6; batch += 1) await endBatch();
  assert.deepEqual(batches, [['a1', 'b1', 'c1'], ['d1', 'e9'], ['f99'], ['g1']]);
  await Promise.all(all);
});

test('one more batch begins beside those under way only where what waits would fill it', async () => {
  const { batches, write, endBatch } = createTrial({
    maxBatches: 1,
    maxFullBatches: 2,
    weightOf: (command) => Number(command.slice(1)),
    maxWeight: 10,
  });
  const all = (['a6', 'b6'] as const).map(write);
  await nextTurn();
  assert.deepEqual(batches, [['a6']]);
  all.push(write('c4'), write('d9'));
  await nextTurn();
  assert.deepEqual(batches, [['a6'], ['b6', 'c4']]);
  all.push(write('e9'));
  await nextTurn();
  assert.equal(batches.length, 2, 'no more than allowed');
  for (let batch = 1; batch <= 4; batch += 1) await endBatch();
  await Promise.all(all);
  assert.deepEqual(batches.slice(2), [['d9'], ['e9']]);
});

test('a refused command gets its own error and the others their results', async () => {
  const write = createBatchedWrite<Command, string>({
    keyOf: (command) => command,
    runBatch: async (commands) =>
      commands.map((command) => (command === 'b1' ? { refused: new Error('no b') } : { done: command })),
    hadNoEffect: () => true,
    maxBatches: 1,
    maxCommands: 100,
  });
  const settled = await Promise.allSettled((['x1', 'a1', 'b1', 'c1'] as const).map(write));
  assert.deepEqual(
    settled.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['x1', 'a1', 'no b', 'c1'],
  );
});

test('a command that is refused before the end of its batch does not wait for it, and is never run again', async () => {
  const batches: Command[][] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const write = createBatchedWrite<Command, string>({
    keyOf: (command) => command,
    runBatch: async (commands, refuse) => {
      batches.push([...commands]);
      if (commands.length === 1) return [{ done: `did ${commands[0]}` }];
      refuse('b1', new Error('done before'));
      await ended;
      throw new Error('poisoned');
    },
    hadNoEffect: () => true,
    maxBatches: 1,
    maxCommands: 100,
  });
  const [a, b, c] = (['a1', 'b1', 'c1'] as const).map(write);
  await assert.rejects(b as Promise<string>, /done before/);
  end();
  assert.deepEqual(await Promise.all([a, c]), ['did a1', 'did c1']);
  assert.deepEqual(batches, [['a1', 'b1', 'c1'], ['a1'], ['c1']]);
});

/** A batch with the poisoned command fails. */
function createPoisoned(hadNoEffect: boolean) {
  const batches: Command[][] = [];
  const write = createBatchedWrite<Command, string>({
    keyOf: (command) => command,
    runBatch: async (commands) => {
      batches.push([...commands]);
      await nextTurn();
      if (commands.includes('b1')) throw new Error('poisoned');
      return commands.map((command) => ({ done: command }));
    },
    hadNoEffect: () => hadNoEffect,
    maxBatches: 1,
    maxCommands: 100,
  });
  return { batches, write };
}

test('a batch that fails as a whole is run again one by one, and only the culprit fails', async () => {
  const { batches, write } = createPoisoned(true);
  const settled = await Promise.allSettled((['x1', 'a1', 'b1', 'c1'] as const).map(write));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(batches, [['x1', 'a1', 'b1', 'c1'], ['x1'], ['a1'], ['b1'], ['c1']]);
});

test('a batch that may have happened is not run again', async () => {
  const { batches, write } = createPoisoned(false);
  const settled = await Promise.allSettled((['x1', 'a1', 'b1', 'c1'] as const).map(write));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected', 'rejected'],
  );
  assert.equal(batches.length, 1);
});

test('after a failure everything goes on', async () => {
  const { write } = createPoisoned(true);
  await assert.rejects(write('b1'), /poisoned/);
  assert.equal(await write('a1'), 'a1');
  await assert.rejects(write('b1'), /poisoned/);
});

test('a missing outcome is a failure of that command', async () => {
  const write = createBatchedWrite<Command, string>({
    keyOf: (command) => command,
    runBatch: async () => [],
    hadNoEffect: () => true,
    maxBatches: 1,
    maxCommands: 1,
  });
  await assert.rejects(write('a1'), /no outcome/);
});

const noGood = defineError('NO_GOOD', 400, 'No good', 'For this test.');

test('of a command by itself what came of it is given, and a refusal thrown', () => {
  assert.deepEqual(notRefused({ done: 1 }), { done: 1 });
  assert.throws(() => notRefused({ refused: noGood() }), /No good/);
  assert.throws(() => notRefused(undefined), /every command has an outcome/);
});
