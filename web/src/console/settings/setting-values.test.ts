import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf } from '../../shared/format/format.ts';
import { readValue, shownValue, typedValue } from './setting-values.ts';

const format = formatOf('pt-BR');
const words = {
  on: 'Ligado',
  off: 'Desligado',
  empty: 'Vazio',
  units: { BRL_CENTS: 'R$', USD_CENTS: 'US$', PERCENT: '%', MINUTES: 'minutos', HOURS: 'horas' },
};

for (const [type, unit, value, shown, typed] of [
  ['DECIMAL', null, '1.25', '1,25', '1.25'],
  ['DECIMAL', 'PERCENT', '97', '97 %', '97'],
  ['INTEGER', 'BRL_CENTS', 123_456, 'R$ 1.234,56', '1234,56'],
  ['INTEGER', 'HOURS', 24, '24 horas', '24'],
  ['NUMBER', null, 4.5, '4,5', '4.5'],
  ['BOOLEAN', null, true, 'Ligado', 'true'],
  ['LIST', null, ['Ouro', 'Prata'], 'Ouro e Prata', 'Ouro\nPrata'],
] as const) {
  test(`${type} ${unit ?? ''} ${JSON.stringify(value)} is shown, typed and read back`, () => {
    const form = { type, unit };
    assert.equal(shownValue(form, value, format, words).replaceAll(/\s/g, ' '), shown);
    assert.equal(typedValue(form, value, format), typed);
    assert.deepEqual(readValue(form, typed), value);
  });
}

test('what is no such value is not read', () => {
  for (const typed of ['', 'x', '1,2,3', '-1'])
    assert.equal(readValue({ type: 'DECIMAL', unit: null }, typed), undefined);
  assert.equal(readValue({ type: 'INTEGER', unit: 'HOURS' }, '1,5'), undefined);
});
