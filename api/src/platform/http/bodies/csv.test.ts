import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvText, wantsCsv } from './csv.ts';

test('fields are quoted where they must be, and every line has its end', () => {
  const rows = [
    { name: 'plain', cents: -5, rate: null, isOpen: true },
    { name: 'a, "b"\r\nc', cents: 0.25, rate: 1e-7, isOpen: false },
  ];
  assert.equal(
    csvText(['name', 'cents', 'rate', 'isOpen'], rows),
    'name,cents,rate,isOpen\r\nplain,-5,,true\r\n"a, ""b""\r\nc",0.25,1e-7,false\r\n',
  );
  assert.equal(csvText(['only'], []), 'only\r\n');
});

test('no text begins as a formula does', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']) {
    assert.match(csvText(['text'], [{ text }]), /^text\r\n"?'/);
  }
});

function fieldsOf(csv: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') lines.push([]);
  }
  return lines.slice(1, -1);
}

test('what is written is read again, but for the apostrophe', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', '-', 'ã', ' ') });
  fc.assert(
    fc.property(fc.array(fc.tuple(anyText, anyText)), (texts) => {
      const rows = texts.map(([one, other]) => ({ one, other }));
      const plain = (text: string) => (/^[=\-\r]/.test(text) ? `'${text}` : text);
      const read = fieldsOf(csvText(['one', 'other'], rows));
      assert.deepEqual(
        read,
        texts.map((fields) => fields.map(plain)),
      );
    }),
  );
});

test('CSV is for who names it and does not like JSON as much', () => {
  for (const accept of ['text/csv', 'TEXT/CSV; q=0.5', 'text/csv, */*;q=0.1', 'application/json;q=0.2, text/csv']) {
    assert.equal(wantsCsv(accept), true, accept);
  }
  for (const accept of [undefined, '', '*/*', 'text/*', 'text/csv;q=0', 'application/json, text/csv', 'text/csv;q=x']) {
    assert.equal(wantsCsv(accept), false, String(accept));
  }
});
