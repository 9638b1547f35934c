import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { createTestApp } from '../../../test/support/app.ts';
import { asAdmin, trialAuthenticate } from '../../../test/support/trial-routes.ts';
import { defineAdminError } from '../errors.ts';
import { createLogger } from '../observability/logger.ts';
import { MISADDRESSED } from './error-answers.ts';
import type { HttpPart, Routes } from './http-part.ts';

const deskClosed = defineAdminError('TRIAL_DESK_CLOSED', 409, 'The desk is closed', 'For this test.');

const refusing = (routes: Routes, path: string) =>
  routes.get(
    path,
    {
      schema: {
        operationId: path.slice(1),
        summary: 'A trial',
        description: 'A route made for a test.',
        response: { 200: Type.Object({}) },
      },
    },
    async () => {
      throw deskClosed();
    },
  );

test('what is for administrators is logged where a player is told it', async () => {
  const lines: string[] = [];
  const part: HttpPart = {
    tag: { name: 'trial', description: 'Routes made for tests.' },
    public: (routes) => refusing(routes, '/trial-of-all'),
    admin: (routes) => refusing(routes, '/trial-of-administrators'),
  };
  const logger = createLogger({ level: 'error', destination: { write: (line) => lines.push(line) } });
  const app = await createTestApp({ logger, authenticate: trialAuthenticate, extraParts: [part] });
  const ask = (url: string) => app.http.inject({ url, headers: asAdmin });
  assert.equal((await ask('/api/trial-of-administrators')).json().code, 'TRIAL_DESK_CLOSED');
  assert.deepEqual(lines, []);
  assert.equal((await ask('/api/trial-of-all')).json().code, 'TRIAL_DESK_CLOSED');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).msg),
    [MISADDRESSED],
  );
  await app.close();
});
