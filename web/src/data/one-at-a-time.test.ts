import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneAtATime } from './one-at-a-time.ts';

test('an act that is under way is shared, and begun anew when it is over, however it ended', async () => {
  const given: string[] = [];
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const act = oneAtATime(async (name: string) => {
    given.push(name);
    await answered;
    if (name === 'refused') throw new Error(name);
    return name;
  });
  const pressed = [act('first'), act('second')];
  answer();
  assert.deepEqual(await Promise.all(pressed), ['first', 'first']);
  await assert.rejects(act('refused'), /refused/);
  assert.equal(await act('third'), 'third');
  assert.deepEqual(given, ['first', 'refused', 'third']);
});
