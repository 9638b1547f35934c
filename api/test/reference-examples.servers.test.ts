import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDemoApp } from './support/demo-app.ts';
import { type NamedOperation, operationsOf, readOpenApi } from './support/openapi.ts';
import { createAdmin, createPlayer } from './support/people.ts';

const NOT_THERE_AT_FIRST = [
  // The provider leads here, with what it has signed.
  '/api/auth/steam/callback',
  // Sales of the first raffle are open.
  '/api/raffle/{id}/tickets',
  // Players make swaps.
  '/api/swap/{id}',
  // Players make upgrades.
  '/api/upgrade/{id}',
  // Players make battles.
  '/api/battles/{id}',
  '/api/admin/battles/{id}',
  // The first head is signed some seconds after the first start.
  '/api/log/head',
  '/api/log/heads/{size}',
  '/api/log/inclusion',
  '/api/log/leaves',
  '/api/log/consistency',
  '/api/log/commitments',
  '/api/log/skipped',
  '/api/log/ledger/{id}',
  '/api/admin/log/ledger/{id}',
  '/api/log/interruptions/{id}',
  // Players begin deposits.
  '/api/payment/deposits/{id}',
  '/api/admin/deposits/{id}',
  // Players ask for what they take with them.
  '/api/admin/withdrawals/{id}',
  '/api/admin/skin-withdrawals/{id}',
  '/api/admin/orders/{id}',
];

/** The reference fills an address with the examples of required values, and nothing else. */
function addressOf({ name, path, operation }: NamedOperation): string {
  return (operation.parameters ?? [])
    .filter(({ required }) => required)
    .reduce((address, parameter) => {
      assert.ok(parameter.example !== undefined, `${name} has no example of ${parameter.name}`);
      const value = String(parameter.example);
      if (parameter.in === 'path') return address.replace(`{${parameter.name}}`, value);
      assert.equal(parameter.in, 'query', `${name} ${parameter.name}`);
      return `${address}${address.includes('?') ? '&' : '?'}${parameter.name}=${encodeURIComponent(value)}`;
    }, path);
}

test('after the first start everything that can be read is there as the reference asks for it', async (t) => {
  const { app, db } = await createDemoApp(t);
  const document = await readOpenApi(app.http);
  const reads = operationsOf(document).filter(
    ({ method, path }) => method === 'get' && !NOT_THERE_AT_FIRST.includes(path),
  );
  assert.ok(reads.length > 50);
  const [admin, player] = [await createAdmin(db), await createPlayer(db, 1_000)];
  const callers = [
    { who: 'nobody', headers: {}, lawful: [200, 302, 401] },
    { who: 'a player', headers: player.headers, lawful: [200, 302, 403] },
    { who: 'an administrator', headers: admin.headers, lawful: [200, 302] },
  ];
  const refused: string[] = [];
  for (const { who, headers, lawful } of callers) {
    for (const read of reads) {
      const url = addressOf(read);
      const { statusCode, body } = await app.http.inject({ url, headers });
      if (!lawful.includes(statusCode)) refused.push(`${url} answers ${who} ${statusCode} ${body}`);
      // An operation that needs a session says so, and no other refuses. An empty entry among them means that it may be
      // left out.
      const needsSession =
        !read.operation.security.some((each) => Object.keys(each).length === 0) && read.operation.security.length > 0;
      if (who === 'nobody') assert.equal(statusCode === 401, needsSession, url);
      if (statusCode === 403) assert.ok(read.operation.tags[0]?.startsWith('admin-'), url);
    }
  }
  assert.deepEqual(refused, []);
});

test('a case opens as the reference sends it, twice too, and what was won is sold so', async (t) => {
  const { app, db } = await createDemoApp(t);
  const document = await readOpenApi(app.http);
  const { headers } = await createPlayer(db, 100_000);
  const send = async (operationId: string) => {
    const found = operationsOf(document).find(({ operation }) => operation.operationId === operationId);
    assert.ok(found !== undefined);
    const example = found.operation.requestBody?.content['application/json']?.example as object | undefined;
    const method = found.method.toUpperCase() as 'POST' | 'DELETE';
    const answer = await app.http.inject({
      method,
      url: addressOf(found),
      headers,
      ...(example === undefined ? {} : { payload: example }),
    });
    assert.equal(answer.statusCode, 200, `${operationId}: ${answer.body}`);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
    return answer.json();
  };
  const [first, second] = [await send('openCase'), await send('openCase')];
  assert.notEqual(first.openings[0].id, second.openings[0].id);
  assert.equal((await send('sellItem')).itemsSold, 1);
});

test('a field that need not be sent has no example, since the reference would send it', async (t) => {
  const { app } = await createDemoApp(t);
  for (const { name, operation } of operationsOf(await readOpenApi(app.http))) {
    for (const parameter of operation.parameters ?? []) {
      if (!parameter.required) assert.equal(parameter.example, undefined, `${name} ${parameter.name}`);
    }
  }
});
