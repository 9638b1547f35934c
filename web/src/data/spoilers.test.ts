import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterTheShow, beginShow } from './spoilers.ts';

test('what would tell a result waits until the last reel has stopped, in its order', () => {
  const shown: string[] = [];
  const say = (word: string) => () => void shown.push(word);
  afterTheShow(say('before'));
  const [endFirst, endSecond] = [beginShow(), beginShow()];
  afterTheShow(say('drop'));
  endFirst();
  endFirst();
  afterTheShow(say('balance'));
  assert.deepEqual(shown, ['before']);
  endSecond();
  assert.deepEqual(shown, ['before', 'drop', 'balance']);
});
