import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type TSchema, Type } from 'typebox';
import { createValidatorCompiler, faultsOf, type ValidationFault } from './validation.ts';

const compile = createValidatorCompiler();
const validatorOf = (schema: TSchema) => compile({ schema, method: 'POST', url: '/', httpPart: 'body' });
const accepts = validatorOf(Type.String({ format: 'date-time' }));

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

test('the length of a text is its number of characters, whatever they take', () => {
  const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝕏', '\ud835', '\udd4f'), maxLength: 8 });
  const limit = fc.integer({ min: 0, max: 8 });
  fc.assert(
    fc.property(anyText, limit, (text, length) => {
      const characters = [...text].length;
      assert.equal(validatorOf(Type.String({ minLength: length }))(text), characters >= length);
      assert.equal(validatorOf(Type.String({ maxLength: length }))(text), characters <= length);
    }),
  );
});

test('a text that is too short or too long is told so before anything else about it', () => {
  const validate = validatorOf(Type.Object({ code: Type.String({ minLength: 2, maxLength: 4, pattern: '^\\d+$' }) }));
  const faultOf = (code: string) => {
    assert.equal(validate({ code }), false);
    return faultsOf('body', (validate.errors ?? []) as ValidationFault[]);
  };
  assert.deepEqual(faultOf('a'), [{ field: 'code', message: 'must have at least 2 characters' }]);
  assert.deepEqual(faultOf('abcde'), [{ field: 'code', message: 'must have at most 4 characters' }]);
});
