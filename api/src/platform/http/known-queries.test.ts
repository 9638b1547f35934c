import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../test/support/app.ts';
import { faultFields } from '../../../test/support/calls.ts';
import { createAdmin, createPerson } from '../../../test/support/people.ts';
import { useApp } from '../../../test/support/use-app.ts';

const app = useApp(createTestApp);

test('a parameter that a route does not know is refused by its name, whether it takes others or none', async () => {
  const [player, admin] = [await createPerson(app.db), await createAdmin(app.db)];
  assert.equal((await app.call(null, 'GET', '/cases?limit=5')).status, 200);
  for (const [who, method, path, fields] of [
    [null, 'GET', '/cases?limit=5&colour=red&Page=2', ['colour', 'Page']],
    [null, 'GET', '/config?x=1', ['x']],
    [null, 'GET', '/cases?limit=x&colour=red', ['colour', 'limit']],
    [player, 'GET', '/user/profile?x=1', ['x']],
    [player, 'POST', '/notifications/read-all?x=1', ['x']],
    [admin, 'GET', '/admin/settings?x=1', ['x']],
  ] as const) {
    const reply = await app.call(who, method, path);
    assert.deepEqual([reply.status, faultFields(reply).toSorted()], [400, [...fields].toSorted()], path);
  }
  assert.deepEqual((await app.call(null, 'GET', '/config?x=1')).body.errors, [
    { field: 'x', message: 'is not known here' },
  ]);
  // A caller without a session learns nothing about the route.
  assert.equal((await app.call(null, 'GET', '/user/profile?x=1')).status, 401);
});

test('addresses that others write may have anything added', async () => {
  const statusOf = async (url: string) => (await app.http.inject({ url })).statusCode;
  assert.deepEqual(
    [await statusOf('/api/health?from=monitor'), await statusOf('/api/verify?serverSeed=aa&colour=red')],
    [200, 302],
  );
  const callback = await app.http.inject({ url: '/api/auth/steam/callback?state=x&openid.ext1=y' });
  assert.ok(!callback.body.includes('openid.ext1'), callback.body);
  const webhook = await app.http.inject({ method: 'POST', url: '/api/payment/deposit/webhook/pix?id=1', payload: {} });
  assert.ok(webhook.statusCode !== 400, webhook.body);
});
