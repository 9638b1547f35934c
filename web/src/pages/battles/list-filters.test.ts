import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownFilters } from './list-filters.ts';

test('what an address says is taken where it means something, and left out where it does not', () => {
  const known = { modo: 'CRAZY', lugares: '2x2', estado: 'free', entrada: 'low', caixa: 7, sorteio: 'drand' } as const;
  assert.deepEqual(knownFilters({ ...known, ordem: 'filling' }), { ...known, ordem: 'filling' });
  const typed = { modo: 'XX', lugares: 9, estado: 1, entrada: '', caixa: '<b>', sorteio: 'x', ordem: 'x' } as never;
  assert.deepEqual(
    Object.values(knownFilters(typed)).filter((value) => value !== undefined),
    [],
  );
});
