import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseIdsOf, quoteOf, recipeOf, searchOf, withCount } from './recipe.ts';

test('a recipe survives the address, and what is no battle is left out of it', () => {
  const recipe = recipeOf({
    modo: 'CRAZY',
    lugares: '2x2',
    caixas: '7-7-3',
    bots: 'nao',
    privada: 'sim',
    sorteio: 'drand',
  });
  assert.deepEqual(caseIdsOf(recipe.cart), ['7', '7', '3']);
  assert.deepEqual(recipeOf(searchOf(recipe)), recipe);
  assert.deepEqual(recipeOf({ modo: 'OTHER', lugares: 9, caixas: 'x-5-' }).cart, [{ caseId: '5', count: 1 }]);
  assert.equal(recipeOf({ lugares: 9 }).size, '1x1');
});

test('a cart keeps its order, and loses what is played no more', () => {
  const cart = withCount(withCount([], 'a', 1), 'b', 2);
  assert.deepEqual(caseIdsOf(withCount(cart, 'a', 2)), ['a', 'a', 'b', 'b']);
  assert.deepEqual(caseIdsOf(withCount(cart, 'a', 0)), ['b', 'b']);
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
