import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseIdsOf, quoteOf, recipeOf, searchOf, withCount, withRound } from './recipe.ts';

test('a recipe survives the address, and what is no battle is left out of it', () => {
  const recipe = recipeOf({
    modo: 'CRAZY',
    lugares: '2x2',
    caixas: '7-7-3-7',
    bots: 'nao',
    privada: 'sim',
    sorteio: 'drand',
  });
  assert.deepEqual(caseIdsOf(recipe.cart), ['7', '7', '3', '7']);
  assert.deepEqual(recipeOf(searchOf(recipe)), recipe);
  assert.deepEqual(recipeOf({ modo: 'OTHER', lugares: 9, caixas: 'x-5-' }).cart, [{ caseId: '5', count: 1 }]);
  assert.equal(recipeOf({ lugares: 9 }).size, '1x1');
});

test('a cart keeps the order of its rounds, and loses what is played no more', () => {
  const cart = ['a', 'b', 'b', 'a'].reduce<ReturnType<typeof withRound>>(withRound, []);
  assert.deepEqual(
    cart.map(({ caseId, count }) => `${caseId}×${count}`),
    ['a×1', 'b×2', 'a×1'],
  );
  assert.deepEqual(caseIdsOf(withCount(cart, 0, 2)), ['a', 'a', 'b', 'b', 'a']);
  assert.deepEqual(withCount(cart, 1, 0), [{ caseId: 'a', count: 2 }]);
});

test('a quote weighs what cases give back by their price', () => {
  const cases = [
    { id: 'a', priceCents: '100', theoreticalRtpPercent: '80' },
    { id: 'b', priceCents: '300', theoreticalRtpPercent: '90' },
  ];
  const cart = [
    { caseId: 'a', count: 3 },
    { caseId: 'b', count: 1 },
  ];
  assert.deepEqual(quoteOf(cart, cases), { entryCents: 600n, rtpPercent: 85 });
  assert.equal(quoteOf([], cases), null);
});
