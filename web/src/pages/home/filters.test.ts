import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caseQueryOf, isFiltered } from './filters.ts';

test('filters of the address become a query of the API', () => {
  assert.deepEqual(caseQueryOf({}, null, 1, 24), { page: 1, limit: 24, sortBy: 'display' });
  assert.deepEqual(caseQueryOf({ busca: 'ma', categoria: 'Armas', de: 200, ordem: 'cheap' }, '500', 2, 24), {
    page: 2,
    limit: 24,
    sortBy: 'price',
    sortOrder: 'asc',
    search: 'ma',
    category: 'Armas',
    minPriceCents: '200',
  });
});

test('what fits the balance is below it and below the highest price asked for', () => {
  assert.equal(caseQueryOf({ cabe: true, ate: 900 }, '500', 1, 24).maxPriceCents, '500');
  assert.equal(caseQueryOf({ cabe: true, ate: 300 }, '500', 1, 24).maxPriceCents, '300');
  assert.equal(caseQueryOf({ cabe: true }, null, 1, 24).maxPriceCents, undefined);
});

test('an order that nobody knows is none', () => {
  assert.equal(caseQueryOf({ ordem: 'nonsense' }, null, 1, 24).sortBy, 'display');
  assert.deepEqual([isFiltered({}), isFiltered({ cabe: false }), isFiltered({ cabe: true })], [false, false, true]);
});
