import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv-of.ts';

test('texts with signs are quoted, formulas are made harmless, and numbers stay numbers', () => {
  assert.equal(
    csvOf([
      ['Valor', 'a;b', 'diz "oi"'],
      ['-12,50', '=1+1', '@x'],
    ]),
    '\uFEFFValor;"a;b";"diz ""oi"""\r\n-12,50;\'=1+1;\'@x\r\n',
  );
});
