import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFiltered, queryOf, tabOf } from './filters.ts';

const known = { rarities: ['COVERT'], categories: ['KNIFE'], exteriors: ['FACTORY_NEW'], sources: ['CASE'] };

test('an address becomes what is asked of the API', () => {
  const address = { busca: 'asiimov', raridade: 'COVERT', tipo: 'KNIFE', desgaste: 'FACTORY_NEW', min: 5, max: 12.5 };
  assert.deepEqual(queryOf({ ...address, origem: 'CASE', ordem: 'nome' }, 3, known), {
    status: 'AVAILABLE',
    sortBy: 'name',
    sortOrder: 'asc',
    limit: 30,
    offset: 60,
    search: 'asiimov',
    rarity: 'COVERT',
    weaponCategory: 'KNIFE',
    exterior: 'FACTORY_NEW',
    source: 'CASE',
    minValueCents: 500,
    maxValueCents: 1250,
  });
});

test('what somebody has typed into the address and nobody knows is left out', () => {
  const address = { raridade: 'LEGENDARY', origem: 'LUCK', min: 'x', max: -1, ordem: 'up', aba: 'x' } as never;
  const asked = queryOf(address, Number.NaN, known);
  assert.deepEqual(Object.keys(asked).sort(), ['limit', 'offset', 'sortBy', 'sortOrder', 'status']);
  assert.equal(tabOf(address), 'itens');
});

test('sorting is no filter', () => {
  assert.ok(!isFiltered({ ordem: 'nome', aba: 'itens' }));
  assert.ok(isFiltered({ min: 5 }));
});
