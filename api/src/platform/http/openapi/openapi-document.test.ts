import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Type } from 'typebox';
import { createTestApp } from '../../../../test/support/app.ts';
import { type OpenApi, operationsOf, readOpenApi, resolved, type Schema } from '../../../../test/support/openapi.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { documentedAs } from '../../schemas.ts';
import { completeDocument } from './openapi-document.ts';

const app = useApp(createTestApp);
let document: OpenApi;
before(async () => {
  document = await readOpenApi(app.http);
});

/** Each place describes these itself. */
const GENERAL = ['Id', 'Cents', 'Timestamp'];

/** References are walked elsewhere. */
function undescribed(schema: Schema, at: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const isGeneral = GENERAL.some((general) => property.$ref?.endsWith(`/${general}`));
    const description = property.description ?? (isGeneral ? undefined : resolved(document, property).description);
    return [...(description ? [] : [`${at}.${name}`]), ...undescribed(property, `${at}.${name}`)];
  });
  const inside = [schema.items ?? [], schema.anyOf ?? [], schema.oneOf ?? [], schema.allOf ?? []].flat();
  return [...own, ...inside.flatMap((part) => undescribed(part, at))];
}

test('every property of every body and answer is described', () => {
  const faults = Object.entries(document.components.schemas).flatMap(([name, schema]) => undescribed(schema, name));
  assert.deepEqual(faults, []);
});

test('a property without a description is found', () => {
  const schema = {
    properties: { id: { $ref: '#/components/schemas/Id' }, inner: { items: { properties: { a: {} } } } },
  };
  assert.deepEqual(undescribed(schema, 'X'), ['X.id', 'X.inner', 'X.inner.a']);
});

test('every parameter is described in its own words', () => {
  const general = GENERAL.map((name) => document.components.schemas[name]?.description);
  const faults = operationsOf(document).flatMap(({ name, operation }) =>
    (operation.parameters ?? [])
      .filter(({ description }) => !description || general.includes(description))
      .map((parameter) => `${name} ${parameter.name}`),
  );
  assert.deepEqual(faults, []);
});

test('every answer says what it is', () => {
  for (const { name, operation } of operationsOf(document)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const { description } = resolved(document, answer);
      assert.ok(description && description !== 'Default Response', `${name} ${status}`);
    }
  }
});

test('every body and every answer of JSON has a name', () => {
  const names = Object.keys(document.components.schemas);
  for (const name of [
    'Case',
    'Item',
    'Opening',
    'Upgrade',
    'Event',
    'InventoryItem',
    'Error',
    'PageMeta',
    'CasePage',
  ]) {
    assert.ok(names.includes(name), name);
  }
  for (const { name, operation } of operationsOf(document)) {
    const answers = Object.values(operation.responses).map((answer) => resolved(document, answer));
    for (const { content = {} } of [operation.requestBody ?? {}, ...answers]) {
      const media = content['application/json'];
      if (media !== undefined) assert.ok(media.schema.$ref, `${name} has a body without a name`);
    }
  }
});

test('a rarity is one of an enumeration, wherever it is', () => {
  const places = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([property]) => /^(rarity|itemRarity)$/.test(property))
      .map(([property, schema]) => ({ at: `${name}.${property}`, schema: resolved(document, schema) })),
  );
  assert.ok(places.length >= 5);
  for (const { at, schema } of places) assert.ok(schema.enum?.includes('COVERT'), at);
});

function colourless(schema: Schema, at: string): string[] {
  const names = Object.keys(schema.properties ?? {});
  const own = names.filter((name) => /^(rarity|itemRarity)$/.test(name) && !names.includes(`${name}Color`));
  const inside = [schema.items ?? [], schema.anyOf ?? [], Object.values(schema.properties ?? {})].flat();
  return [...own.map((name) => `${at}.${name}`), ...inside.flatMap((part) => colourless(part, at))];
}

test('wherever a rarity is answered, its colour stands beside it', () => {
  const bodies = operationsOf(document).map(({ operation }) => operation.requestBody?.content['application/json']);
  const taken = new Set(bodies.map((media) => media?.schema.$ref?.split('/').at(-1)));
  const answered = Object.entries(document.components.schemas).filter(([name]) => !taken.has(name));
  assert.deepEqual(
    answered.flatMap(([name, schema]) => colourless(schema, name)),
    [],
  );
});

test('a reward is one of three that its type tells apart', () => {
  for (const [name, first] of [
    ['Reward', 'ItemReward'],
    ['GivenReward', 'GivenItemReward'],
  ] as const) {
    const { oneOf, discriminator } = document.components.schemas[name] as Schema;
    assert.equal(oneOf?.length, 3);
    assert.equal(discriminator?.propertyName, 'type');
    assert.deepEqual(Object.keys(discriminator.mapping), ['ITEM', 'BALANCE', 'TICKETS']);
    assert.equal(discriminator.mapping.ITEM, `#/components/schemas/${first}`);
  }
});

test('every answer tells its headers', () => {
  for (const { name, operation } of operationsOf(document)) {
    const isRepeatable = operation.parameters?.some((parameter) => parameter.name === 'idempotency-key') === true;
    for (const [status, given] of Object.entries(operation.responses)) {
      const headers = Object.keys(resolved(document, given).headers ?? {});
      for (const header of ['X-Request-Id', 'Cache-Control', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']) {
        assert.ok(headers.includes(header), `${name} ${status} ${header}`);
      }
      assert.equal(headers.includes('Retry-After'), ['429', '503'].includes(status), `${name} ${status}`);
      if (status.startsWith('2')) assert.equal(headers.includes('Idempotent-Replayed'), isRepeatable, name);
    }
  }
  for (const [name, { description }] of Object.entries(document.components.headers)) assert.ok(description, name);
});

test('the headers that are told are those that are sent', async () => {
  const limited = await createTestApp({ environment: { RATE_LIMIT_GLOBAL: '1' } });
  try {
    await limited.http.inject({ url: '/api/cases' });
    const { headers } = await limited.http.inject({ url: '/api/cases' });
    const told = Object.keys(document.components.headers).filter((name) => name !== 'Idempotent-Replayed');
    for (const name of told) assert.ok(headers[name.toLowerCase()] !== undefined, name);
  } finally {
    await limited.close();
  }
});

const complete = (...answers: object[]) =>
  completeDocument(
    {
      openapiObject: {
        components: {},
        paths: Object.fromEntries(
          answers.map((schema, index) => [
            `/${index}`,
            {
              get: {
                operationId: `get${index}`,
                responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
              },
            },
          ]),
        ),
      },
    },
    { general: [], sharedAnswers: {}, tagGroups: [] },
  ) as OpenApi;

test('two schemas of one name that differ keep the document from being made', () => {
  const one = Type.Object({ a: Type.String() }, { title: 'Thing' });
  const other = Type.Object({ b: Type.String() }, { title: 'Thing' });
  assert.throws(() => complete(one, other), /Two schemas of the API have the title Thing/);
  assert.doesNotThrow(() => complete(one, { ...one, description: 'The same, in other words' }));
});

test('a place keeps words of its own beside the reference', () => {
  const thing = Type.Object({}, { title: 'Thing', description: 'Anything' });
  const { components } = complete(
    Type.Object({ a: thing, b: thing, c: { ...thing, description: 'The third' } }, { title: 'Three' }),
  );
  const $ref = '#/components/schemas/Thing';
  assert.deepEqual(components.schemas.Three?.properties, {
    a: { $ref },
    b: { $ref },
    c: { $ref, description: 'The third' },
  });
  assert.equal(components.schemas.Thing?.description, 'Anything');
});

test('what is documented as one of several is that in the document alone', () => {
  const variant = (type: string) => Type.Object({ type: Type.Literal(type) }, { title: type });
  const schema = Type.Object(
    { type: Type.String() },
    { title: 'Either', ...documentedAs('type', [variant('ONE'), variant('TWO')]) },
  );
  const either = complete(schema).components.schemas.Either;
  assert.deepEqual(either?.oneOf, [{ $ref: '#/components/schemas/ONE' }, { $ref: '#/components/schemas/TWO' }]);
  assert.equal(either?.discriminator?.mapping.TWO, '#/components/schemas/TWO');
  assert.ok(schema.properties.type);
});
