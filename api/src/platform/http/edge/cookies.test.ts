import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cookieValue } from './cookies.ts';

test('a cookie is found wherever it stands, and only by its whole name', () => {
  const cases: [string | undefined, string | null][] = [
    [undefined, null],
    ['', null],
    ['sessionId=abc', 'abc'],
    ['a=1; sessionId=abc; b=2', 'abc'],
    ['a=1;sessionId=abc', 'abc'],
    [' sessionId = abc ', 'abc'],
    ['sessionId="abc"', 'abc'],
    ['sessionId=', null],
    ['sessionId=""', null],
    ['xsessionId=abc', null],
    ['sessionIdx=abc', null],
    ['a=sessionId=abc', null],
    ['sessionId', null],
    ['flag; sessionId=abc', 'abc'],
    ['sessionId=a=b', 'a=b'],
    ['sessionId=one; sessionId=two', 'one'],
    [';;; sessionId=abc;', 'abc'],
  ];
  for (const [header, expected] of cases) assert.equal(cookieValue(header, 'sessionId'), expected, String(header));
});

test('any header is read to an end', () => {
  fc.assert(fc.property(fc.string(), (header) => cookieValue(header, 'sessionId') !== undefined));
});
