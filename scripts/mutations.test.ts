import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mutated } from './mutation-table.ts';
import { MUTATIONS_ELSEWHERE } from './mutations-elsewhere.ts';
import { MUTATIONS_OF_GAMES_AND_TRADE } from './mutations-of-games-and-trade.ts';

const mutations = [...MUTATIONS_OF_GAMES_AND_TRADE, ...MUTATIONS_ELSEWHERE];

test('every mutation can be made, and its test is there', () => {
  for (const mutation of mutations) {
    assert.notEqual(mutation.replaced, mutation.by);
    mutated(readFileSync(mutation.file, 'utf8'), mutation);
    assert.ok(existsSync(mutation.test), `${mutation.test} is not there`);
  }
});

test('there are thirty of them, and some in every part of the product', () => {
  assert.ok(mutations.length >= 30, `${mutations.length}`);
  const places = ['people', 'assets', 'games', 'trade', 'admin'].map((wing) => `api/src/modules/${wing}/`);
  for (const place of [...places, 'api/src/platform/', 'fairness/']) {
    assert.ok(
      mutations.some(({ file }) => file.startsWith(place)),
      place,
    );
  }
});

test('a text that is not there, is there twice, or leaves no program is refused', () => {
  const mutation = { file: 'a.ts', replaced: 'b', by: '(', test: 'a.test.ts' };
  assert.throws(() => mutated('const a = 1;', mutation), /0 times/);
  assert.throws(() => mutated('b = b;', mutation), /2 times/);
  assert.throws(() => mutated('const a = b;', mutation), SyntaxError);
  assert.equal(mutated('const a = b;', { ...mutation, by: 'c' }), 'const a = c;');
});
