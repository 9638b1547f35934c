import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Fastify from 'fastify';
import { type TProperties, type TSchema, Type } from 'typebox';
import { orNull } from '../../schemas.ts';
import { faultsOf } from './faults.ts';
import { compileValidator, serializersWhenNeeded, type ValidationFault } from './validation.ts';

const validatorOf = (schema: TSchema) => compileValidator({ schema, method: 'POST', url: '/', httpPart: 'body' });
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
  const anyText = fc.string({ unit: fc.constantFrom('a', 'é', '€', '𝕏'), maxLength: 8 });
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

test('what an object has no place for is told where the schema says so', () => {
  const validate = validatorOf(Type.Object({ a: Type.Object({}, { additionalProperties: false }) }));
  assert.equal(validate({ a: { b: 1, 'c/d': 2 }, other: 3 }), false);
  assert.deepEqual(faultsOf('body', (validate.errors ?? []) as ValidationFault[]), [
    { field: 'a.b', message: 'is not known here' },
    { field: 'a.c/d', message: 'is not known here' },
  ]);
});

const queryOf = (properties: TProperties) => {
  const schema = Type.Object(properties);
  const validate = compileValidator({ schema, method: 'GET', url: '/', httpPart: 'querystring' });
  return (input: Record<string, unknown>) => ({ isValid: validate(input) === true, input });
};

test('a whole number in a query is digits, and nothing else that could be taken for one', () => {
  const check = queryOf({ limit: Type.Integer({ minimum: -5, maximum: 100 }) });
  for (const [text, number] of Object.entries({ 5: 5, 100: 100, '007': 7, '-3': -3, '0': 0 })) {
    assert.deepEqual(check({ limit: text }), { isValid: true, input: { limit: number } });
  }
  const evil = [
    '',
    ' ',
    ' 5',
    '5 ',
    '+5',
    '0x10',
    '0b1',
    '0o7',
    '1e1',
    '1e400',
    '-1e400',
    '5.0',
    '5.',
    '.5',
    '1_0',
    '٣',
  ];
  for (const text of [...evil, 'Infinity', '-Infinity', 'NaN', 'null', 'true', '101', '-6', '9'.repeat(400), '5n']) {
    assert.equal(check({ limit: text }).isValid, false, text);
  }
  assert.equal(check({ limit: ['5', '6'] }).isValid, false);
});

test('a number in a query may have decimals, a boolean is one of two words', () => {
  const check = queryOf({ share: Type.Optional(Type.Number()), isOpen: Type.Optional(Type.Boolean()) });
  assert.deepEqual(check({ share: '-1.50', isOpen: 'false' }).input, { share: -1.5, isOpen: false });
  assert.deepEqual(check({ share: '3', isOpen: 'true' }).input, { share: 3, isOpen: true });
  for (const share of ['1e1', '1e400', '0x1', '1.', '.1', '1,5', 'Infinity', '9'.repeat(400)]) {
    assert.equal(check({ share }).isValid, false, share);
  }
  for (const isOpen of ['1', '0', '', 'TRUE', 'yes', ' true']) assert.equal(check({ isOpen }).isValid, false, isOpen);
});

test('a text that cannot be stored is a fault of its field, wherever in the body it is', () => {
  const validate = validatorOf(
    Type.Object({
      name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      tags: Type.Optional(Type.Array(Type.Object({ label: Type.String() }))),
      anything: Type.Optional(Type.Unknown()),
      count: Type.Optional(Type.Integer()),
    }),
  );
  const faultsIn = (body: object) =>
    validate(body) === true ? [] : faultsOf('body', (validate.errors ?? []) as ValidationFault[]);
  const message = 'contains a character that cannot be stored';
  for (const broken of ['\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\udc00\ud800']) {
    assert.deepEqual(faultsIn({ name: broken }), [{ field: 'name', message }]);
    assert.deepEqual(faultsIn({ tags: [{ label: 'a' }, { label: broken }] }), [{ field: 'tags.1.label', message }]);
    assert.deepEqual(faultsIn({ anything: { 'a/b~': [broken] } }), [{ field: 'anything.a/b~.0', message }]);
    assert.deepEqual(faultsIn({ anything: { [broken]: 1 } }), [{ field: 'anything', message }]);
    assert.deepEqual(faultsIn({ unknown: broken, [broken]: 1 }), [], 'what no schema knows is ignored');
  }
  assert.deepEqual(
    faultsIn({ name: 'João 🎲', tags: [{ label: '\u0001\n' }], anything: ['𝕏', null, 1], count: 1 }),
    [],
  );
});

test('a body of any depth is looked through, and refused where it does not fit', () => {
  const free = validatorOf(Type.Unsafe({ type: 'object', additionalProperties: true }));
  const nested = (inner: string) => JSON.parse(`${'['.repeat(10_000)}${inner}${']'.repeat(10_000)}`);
  assert.equal(free(nested('1')), false);
  assert.equal(free({ a: nested('1') }), true);
  assert.equal(free({ a: nested('"\\u0000"') }), false);
});

test('what may be null is written as it is or as null, and without what no schema names', async () => {
  const Part = Type.Object({
    text: orNull(Type.String(), 'A text'),
    numbers: orNull(Type.Array(Type.Integer()), 'Some'),
  });
  const Answer = Type.Object({
    part: orNull(Part, 'A part'),
    choice: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    parts: Type.Array(orNull(Part, 'A part')),
    either: Type.Union([
      Type.Object({ is: Type.Literal('A'), grade: orNull(Type.String({ enum: ['LOW', 'HIGH'] }), 'A grade') }),
      Type.Object({ is: Type.Literal('B'), size: Type.Integer() }),
    ]),
  });
  const part = { text: 'a', numbers: [1, 2] };
  const answers = [
    { part, choice: 'a', parts: [part, null], either: { is: 'A', grade: null } },
    { part: null, choice: 7, parts: [], either: { is: 'A', grade: 'LOW' } },
    { part: { text: null, numbers: null }, choice: null, parts: [null], either: { is: 'B', size: 1 } },
  ];
  const app = Fastify(serializersWhenNeeded);
  app.get('/:number', { schema: { response: { 200: Answer } } }, async ({ params }) => {
    const answer = answers[Number((params as { number: string }).number)];
    return {
      ...answer,
      secret: 'no schema names it',
      part: answer?.part && { ...answer.part, secret: 'neither this' },
    };
  });
  for (const [number, answer] of answers.entries()) {
    assert.deepEqual((await app.inject(`/${number}`)).json(), answer);
  }
  await app.close();
});
