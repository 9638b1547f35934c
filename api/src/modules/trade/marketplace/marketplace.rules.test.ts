import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isRollback, shownRefusal } from './index.ts';
import { readPrices, readPurchase, readTrades, readWallet, refusalIn } from './marketplace.rules.ts';

const field = fc.oneof(fc.anything(), fc.double(), fc.integer(), fc.bigInt(), fc.string({ unit: 'binary' }), fc.nat());
const line = fc.record(
  Object.fromEntries(
    ['id', 'price', 'name', 'count', 'min', 'status', 'project_id', 'reason', 'send_until', 'done'].map((name) => [
      name,
      field,
    ]),
  ),
  { requiredKeys: [] },
);
const reply = fc.oneof(
  fc.anything(),
  fc.record({ success: fc.boolean(), msg: field, items: fc.array(line), trades: fc.array(line), user: line }),
  line.map((fields) => ({ success: true, ...fields })),
);

function assertStorable(value: unknown): void {
  const text = JSON.stringify(value);
  assert.ok(!/\\u0000|\\ud[89a-f]/i.test(text), text);
  JSON.parse(text, (name, each) => {
    if (typeof each === 'number') assert.ok(Number.isFinite(each) && each >= 0, text);
    if (/coins$/i.test(name)) assert.ok(Number.isSafeInteger(each), text);
    if (typeof each === 'string') assert.ok(each.length <= 500);
    return each;
  });
}

test('no reply makes a reader fail or return what cannot be stored', () => {
  fc.assert(
    fc.property(reply, (said) => {
      for (const read of [refusalIn, readPrices, readPurchase, readTrades, readWallet]) {
        const told = read(said);
        if (told !== null) assertStorable(told);
      }
    }),
  );
});

test('a user reads the words of the marketplace, and never our own', () => {
  assert.deepEqual(['Item sold', ' Price changed '].map(shownRefusal), ['Item sold', 'Price changed']);
  const ours = [
    refusalIn({ success: false }) ?? '',
    'The marketplace does not let us in',
    'The order never arrived',
    ' ',
  ];
  assert.deepEqual(new Set(ours.map(shownRefusal)), new Set(['Erro desconhecido ao processar compra']));
});

test('a failure after the acceptance is a rollback, and so is one that says so', () => {
  const DATE = '2026-11-23T12:00:00.000Z';
  const said = (status: number, reason: string | null, releaseDate: string | null) =>
    isRollback({ status, reason, releaseDate });
  assert.deepEqual(
    [said(6, null, DATE), said(6, 'Trade was rolled back by the buyer', null), said(4, 'Rollback', DATE)],
    [true, true, true],
  );
  assert.deepEqual(
    [said(6, 'Buyer failed to accept', null), said(6, null, null), said(4, null, DATE), said(5, 'reversed', DATE)],
    [false, false, false, false],
  );
});
