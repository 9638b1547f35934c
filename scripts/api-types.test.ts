import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import '../api/src/app/app.ts';
import { allErrors } from '../api/src/platform/errors.ts';
import { readApiDocument } from './api-document.ts';
import { API_TYPES_FILE, apiTypes } from './api-types.ts';

test('the types of the web app are what the OpenAPI document says', async () => {
  const made = apiTypes(await readApiDocument(), allErrors());
  assert.equal(await readFile(API_TYPES_FILE, 'utf8'), made, 'run `npm run docs` and commit web/src/data/generated');
});

test('an operation has its parameters, body and answer', () => {
  const types = apiTypes(
    {
      paths: {
        '/api/cases/{id}/open': {
          post: {
            operationId: 'openCase',
            summary: 'Open a case',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'idempotency-key', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/OpenCaseBody' } } } },
            responses: { 200: { content: { 'application/json': { schema: { type: ['string', 'null'] } } } } },
          },
        },
      },
      components: {
        schemas: {
          OpenCaseBody: {
            type: 'object',
            required: ['quantity'],
            properties: {
              quantity: { type: 'integer' },
              'x-side': { enum: ['A', 'B'] },
              list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
            },
          },
        },
      },
    },
    [
      { code: 'B_CODE', reader: 'player' },
      { code: 'A_CODE', reader: 'player' },
      { code: 'C_CODE', reader: 'administrator' },
    ],
  );
  assert.match(types, /export type PlayerErrorCode =\n {2}\| 'A_CODE'\n {2}\| 'B_CODE';/);
  assert.match(
    types,
    /export type OpenCaseBody = \{ quantity: number; 'x-side'\?: "A" \| "B"; list\?: \(string \| null\)\[\]; \};/,
  );
  assert.match(
    types,
    /'POST \/cases\/\{id\}\/open': \{\n {4}params: \{ id: string; \};\n {4}query: \{ {2}\};\n {4}body: OpenCaseBody;\n {4}answer: \(string \| null\);\n {4}repeatable: true;/,
  );
});
