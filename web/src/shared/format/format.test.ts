import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOf } from './format.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('money is cents of BRL, with a real minus sign', () => {
  const { money, signedMoney } = formatOf('pt-BR');
  assert.equal(plain(money('123456')), 'R$ 1.234,56');
  assert.equal(plain(money('-5')), '−R$ 0,05');
  assert.equal(plain(signedMoney(5000n)), '+R$ 50,00');
  assert.equal(plain(formatOf('en').money('123456')), 'R$1,234.56');
});

test('a field has the marks of the sums beside it', () => {
  const marks = (language: 'pt-BR' | 'en') => Object.values(formatOf(language).marks()).map(plain);
  assert.deepEqual(marks('pt-BR'), ['R$ ', '.', ',']);
  assert.deepEqual(marks('en'), ['R$', ',', '.']);
});

test('what is below zero has a real minus sign, but in fields', () => {
  const { wholeMoney, dollars, percent, number, compact, decimal } = formatOf('pt-BR');
  assert.deepEqual([wholeMoney('-500'), dollars(-5), percent(-0.5), number(-350), compact(-350)].map(plain), [
    '−R$ 5',
    '−US$ 0,05',
    '−0,5 %',
    '−350',
    '−350',
  ]);
  assert.equal(decimal(-350), '-3,50');
});

test('a countdown shows days only where there are any', () => {
  const { countdown } = formatOf('pt-BR');
  assert.deepEqual([299_000, 3_899_000, 188_332_000, -1].map(countdown), ['04:59', '1:04:59', '2 d 04:18:52', '00:00']);
});

test('a word follows its number', () => {
  const words = { one: 'item', other: 'itens' };
  assert.deepEqual(
    [0, 1, 1200].map((count) => formatOf('pt-BR').plural(count, words)),
    ['0 itens', '1 item', '1.200 itens'],
  );
});

test('time that has passed is said in its largest unit', () => {
  assert.equal(formatOf('pt-BR').ago('2026-11-15T09:00:00Z', Date.parse('2026-11-15T12:30:00Z')), 'há 3 horas');
});
