import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import buildSerializerSelector from '@fastify/fast-json-stringify-compiler';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createTestApp } from '../../../../test/support/app.ts';
import { type Media, type OpenApi, operationsOf, readOpenApi, resolved } from '../../../../test/support/openapi.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { VERSION } from '../../../app/version.ts';

const app = useApp(() => createTestApp({ environment: { PUBLIC_URL: 'https://api.lisura.test' } }));
let document: OpenApi;
before(async () => {
  document = await readOpenApi(app.http);
});

const hasExample = ({ schema, example, examples }: Media) =>
  (resolved(document, schema).examples ?? []).length > 0 ||
  example !== undefined ||
  Object.keys(examples ?? {}).length > 0;

const operations = () => operationsOf(document);

test('the document is OpenAPI 3.1, and the linter finds nothing', async () => {
  assert.match(document.openapi, /^3\.1/);
  assert.equal(document.info.version, VERSION);
  assert.equal(document.info.license.identifier, 'Apache-2.0');
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  // Health refuses nobody.
  const isMeant = /^operation-4xx-response: .* #\/paths\/~1api~1health/;
  const found = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
  assert.deepEqual(
    found.filter((problem) => !isMeant.test(problem)),
    [],
  );
});

test('every operation is described, has examples, and tells its error answers', () => {
  assert.ok(operations().length >= 7);
  for (const { name, operation } of operations()) {
    assert.ok(operation.summary.length > 5 && operation.description.length > 20, name);
    for (const status of ['500', '503']) assert.ok(operation.responses[status], `${name} lacks ${status}`);
    const isUnlimited = / \/api\/(health|payment\/deposit\/webhook)/.test(name);
    assert.equal(operation.responses['429'] === undefined, isUnlimited, name);
    const body = operation.requestBody?.content['application/json'];
    if (body !== undefined) {
      assert.ok(hasExample(body), `${name} has no example of its body`);
    }
    const ofBodies = name.startsWith('GET ') ? [] : ['400', '413', '415'];
    for (const status of ofBodies) assert.ok(operation.responses[status], `${name} lacks ${status}`);
    const success = operation.responses['200'] ?? operation.responses['201'];
    const answer = success?.content?.['application/json'];
    if (answer !== undefined) assert.ok(hasExample(answer), `${name} has no example of its answer`);
  }
});

// Routes compile schemas at their first request, so a start does not find wrong ones.
test('every body and answer can be compiled', () => {
  const { components } = document;
  const properties = Object.fromEntries(
    Object.keys(components.schemas).map((name) => [name, { $ref: `#/components/schemas/${name}` }]),
  );
  const compile = buildSerializerSelector()({}, {});
  const serialize = compile({
    schema: { type: 'object', properties, components },
    method: 'GET',
    url: '/',
    httpStatus: '200',
  });
  assert.equal(JSON.parse(serialize({ Cents: '100' })).Cents, '100');
});

test('operation ids are unique', () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  assert.deepEqual([...new Set(ids)], ids);
});

test('the reference is a page that loads everything from this server', async () => {
  const page = await app.http.inject({ url: '/api/docs/' });
  assert.equal(page.statusCode, 200);
  assert.match(page.body, /Lisura API/);
  const foreign = [...page.body.matchAll(/(?:src|href)="(https?:)?\/\/[^"]+"/g)].map(([match]) => match);
  assert.deepEqual(foreign, []);
  const script = /src="([^"]+\.js)"/.exec(page.body)?.[1];
  assert.ok(script);
  const loaded = await app.http.inject({ url: new URL(script, 'http://x/api/docs/').pathname });
  assert.equal(loaded.statusCode, 200);
  const policy = String(page.headers['content-security-policy']);
  assert.match(policy, /script-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.ok(!policy.includes('http'));
});

test('the bare addresses lead to the reference, and there is an icon', async () => {
  for (const url of ['/api', '/api/']) {
    const { statusCode, headers } = await app.http.inject({ url });
    assert.deepEqual([statusCode, headers.location], [302, '/api/docs'], url);
  }
  const icon = await app.http.inject({ url: '/favicon.ico' });
  assert.deepEqual([icon.statusCode, icon.headers['content-type']], [200, 'image/svg+xml']);
});
