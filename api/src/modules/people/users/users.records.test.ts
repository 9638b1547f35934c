import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPrintableSeed, tradeUrlFault } from './users.records.ts';

const OWN = '76561198000000001';
const partner = String(BigInt(OWN) - 76_561_197_960_265_728n);
const url = (query: string) => `https://steamcommunity.com/tradeoffer/new/?${query}`;

test('the own trade URL is right', () => {
  assert.equal(tradeUrlFault(url(`partner=${partner}&token=aB3_-x9Z`), OWN), null);
});

test('the trade URL of another account is refused', () => {
  assert.equal(tradeUrlFault(url('partner=1&token=aB3_-x9Z'), OWN), 'foreign-account');
});

test('anything but the exact form is refused', () => {
  const own = url(`partner=${partner}&token=aB3_-x9Z`);
  const wrong = [
    '',
    own.replace('https', 'http'),
    own.replace('steamcommunity.com', 'steamcommunity.com.evil.example'),
    own.replace('steamcommunity.com', 'evil.example'),
    `${own}&x=1`,
    `${own}\n`,
    ` ${own}`,
    own.replace('partner', 'Partner'),
    url('token=abc&partner=1'),
    url('partner=1&token='),
    url('partner=-1&token=abc'),
  ];
  for (const tradeUrl of wrong) assert.equal(tradeUrlFault(tradeUrl, OWN), 'format', tradeUrl);
});

test('a seed is 1 to 128 printable characters', () => {
  for (const seed of ['a', 'minha semente da sorte', 'ção 🍀', 'x'.repeat(128)]) assert.ok(isPrintableSeed(seed), seed);
  for (const seed of ['', 'x'.repeat(129), 'a\nb', 'a\u0000b', 'a\u200bb', '\ud800']) {
    assert.ok(!isPrintableSeed(seed), JSON.stringify(seed));
  }
});

test('no seed with a control character is printable', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('\u0000', '\t', '\n', '\u001b', '\u007f', '\u0085'), (text, control) => {
      assert.ok(!isPrintableSeed(text + control));
    }),
  );
});
