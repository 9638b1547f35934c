import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createValidatorCompiler } from './validation.ts';

const accepts = createValidatorCompiler()({
  schema: Type.String({ format: 'date-time' }),
  method: 'POST',
  url: '/',
  httpPart: 'body',
});

test('a time is a day, an hour and a zone', () => {
  for (const text of [
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00.000Z',
    '2026-11-15T23:59:59.123456+05:30',
    '2026-11-15T00:00:00-03:00',
    '2028-02-29T00:00:00Z',
    '2000-02-29T00:00:00+23:59',
  ]) {
    assert.equal(accepts(text), true, text);
  }
});

test('a time without a zone, or one that does not exist, is none', () => {
  for (const text of [
    '',
    'tomorrow',
    '2026',
    '2026-11-15',
    '2026-11-15T12:00:00',
    '2026-11-15T12:00Z',
    '2026-11-15 12:00:00Z',
    '2026-11-15T12:00:00.Z',
    '2026-11-15T12:00:00+0300',
    '2026-11-15T12:00:00+03',
    '2026-11-15T12:00:00+24:00',
    '2026-11-15T12:00:00+03:60',
    '2026-11-15T12:00:00Z and more',
    ' 2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00Z\n',
    'Sun, 15 Nov 2026 12:00:00 GMT',
    '+275760-09-13T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-00T00:00:00Z',
    '2026-11-32T00:00:00Z',
    '2026-00-15T00:00:00Z',
    '2026-13-15T00:00:00Z',
    '2026-11-15T24:00:00Z',
    '2026-11-15T12:60:00Z',
    '2026-12-31T23:59:60Z',
  ]) {
    assert.equal(accepts(text), false, text);
  }
});
