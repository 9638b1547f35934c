import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { openDatabase } from '../../database/db.ts';
import { allErrors } from '../../errors.ts';
import { silentLogger } from '../../observability/logger.ts';

let app: TestApp;
afterEach(() => app.close());
const ask = (path: string) => app.http.inject({ url: path });

test('health tells everything, with versions and latencies', async () => {
  app = await createTestApp();
  const response = await ask('/api/health');
  assert.equal(response.statusCode, 200);
  const { status, version, runtime, checks } = response.json();
  assert.equal(status, 'ok');
  assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.match(runtime, /^Node v\d+/);
  assert.equal(checks.database.status, 'up');
  assert.match(checks.database.version, /^1\d/);
  assert.equal(typeof checks.database.latencyMs, 'number');
  assert.equal(checks.hotStore.kind, 'memory');
  assert.equal(checks.migrations.status, 'up');
});

test('until migrations are done only health answers', async () => {
  const readiness = { migrated: false, stopping: false };
  app = await createTestApp({ readiness });
  assert.equal((await ask('/api/health/ready')).statusCode, 503);
  assert.equal((await ask('/api/health/live')).statusCode, 200);
  assert.equal((await ask('/api/health')).json().status, 'degraded');
  assert.equal((await ask('/api/docs-json')).statusCode, 503);
  for (const [language, words] of [
    ['pt-BR', /<html lang="pt-BR">.*content="2".*O servidor está iniciando/s],
    ['en-US', /<html lang="en">.*content="2".*The server is starting/s],
  ] as const) {
    const headers = { accept: 'text/html,*/*', 'accept-language': language };
    const page = await app.http.inject({ url: '/inventario', headers });
    assert.deepEqual([page.statusCode, page.headers['retry-after']], [503, '1']);
    assert.match(page.body, words);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    const written = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
    assert.equal(written.json().code, 'SERVICE_UNAVAILABLE');
  }
  readiness.migrated = true;
  assert.equal((await ask('/api/health/ready')).statusCode, 200);
  assert.equal((await ask('/api/docs-json')).statusCode, 200);
  readiness.stopping = true;
  assert.equal((await ask('/api/health/ready')).statusCode, 503);
});

test('a proxy that asks elsewhere is told by 504 what a process that starts or stops has not taken up, and no other is', async () => {
  const readiness = { migrated: false, stopping: false };
  app = await createTestApp({ readiness });
  const headers = { 'x-untaken-status': '504' };
  const write = (asked: Record<string, string>) =>
    app.http.inject({ method: 'POST', url: '/api/auth/logout', headers: asked });
  for (const [migrated, stopping, toProxies, toOthers] of [
    [false, false, 504, 503],
    [true, false, 401, 401],
    [true, true, 504, 401],
  ] as const) {
    Object.assign(readiness, { migrated, stopping });
    const answer = await write(headers);
    assert.deepEqual(
      [answer.statusCode, answer.headers['x-untaken'], (await write({})).statusCode],
      [toProxies, toProxies === 504 ? 'yes' : undefined, toOthers],
    );
  }
  const live = await app.http.inject({ url: '/api/health/live', headers });
  assert.equal(live.statusCode, 200);
});

test('no other answer is 504, so a proxy knows by it that nothing has happened', async () => {
  app = await createTestApp();
  assert.deepEqual(
    allErrors().filter(({ status }) => status === 504),
    [],
  );
});

test('a database that does not answer is down and not ready, while the process lives', async () => {
  app = await createTestApp();
  const { buildApp } = await import('../../../app/app.ts');
  const db = openDatabase({ address: 'postgres://nobody@127.0.0.1:1/none', logger: silentLogger });
  const broken = await buildApp({ ...app.deps, db });
  const { http } = broken;
  const health = await http.inject({ url: '/api/health' });
  assert.equal(health.statusCode, 503);
  assert.equal(health.json().status, 'down');
  assert.equal(health.json().checks.database.status, 'down');
  assert.equal((await http.inject({ url: '/api/health/ready' })).statusCode, 503);
  assert.equal((await http.inject({ url: '/api/health/live' })).statusCode, 200);
  await http.close();
  await broken.realtime.close();
  await db.close();
});

test('who asks at once, however many, has the database asked once', async () => {
  app = await createTestApp();
  const { buildApp } = await import('../../../app/app.ts');
  const { db } = app.deps;
  let questions = 0;
  const query: typeof db.query = (statement) => {
    questions += 1;
    return db.query(statement);
  };
  const counted = await buildApp({ ...app.deps, db: { ...db, query } });
  const urls = ['/api/health', '/api/health/ready'].flatMap((url) => Array<string>(20).fill(url));
  const answers = await Promise.all(urls.map((url) => counted.http.inject({ url })));
  assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]));
  assert.equal(questions, 1);
  await counted.http.close();
  await counted.realtime.close();
});

test('metrics are outside /api, by route and status', async () => {
  app = await createTestApp();
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  await (await fetch(`${address}/api/health/live`)).text();
  await (await fetch(`${address}/api/nowhere`)).text();
  const response = await fetch(`${address}/metrics`);
  const body = await response.text();
  assert.equal(response.status, 200);
  assert.match(
    body,
    /lisura_http_request_duration_seconds_count{method="GET",route="\/api\/health\/live",status="200"} 1/,
  );
  assert.match(body, /lisura_http_request_duration_seconds_count{method="GET",route="unknown",status="404"} 1/);
  assert.match(body, /lisura_database_connections{state="waiting"} 0/);
  assert.match(body, /process_resident_memory_bytes/);
});

test('metrics are there for programs of this machine alone, and for nobody where there is a health port', async () => {
  app = await createTestApp({ environment: { TRUST_PROXY: 'true' } });
  const statusOf = async (remoteAddress: string, headers = {}) =>
    (await app.http.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  for (const own of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) assert.equal(await statusOf(own), 200, own);
  for (const other of ['10.0.0.7', '::ffff:10.0.0.7', '2001:db8::1', '128.0.0.1']) {
    assert.equal(await statusOf(other), 404, other);
    assert.equal(await statusOf(other, { 'x-forwarded-for': '127.0.0.1' }), 404, `${other}, as a proxy tells it`);
  }
  // A proxy of this machine passes on foreign requests.
  assert.equal(await statusOf('127.0.0.1', { 'x-forwarded-for': '10.0.0.7' }), 404);
  assert.equal(await statusOf('127.0.0.1', { via: '1.1 proxy' }), 404);
  const nowhere = await app.http.inject({ url: '/metrics', remoteAddress: '10.0.0.7' });
  const unknown = await app.http.inject({ url: '/metrix', remoteAddress: '10.0.0.7' });
  assert.equal(nowhere.body, unknown.body.replaceAll('/metrix', '/metrics'));
  await app.close();

  app = await createTestApp({ environment: { HEALTH_PORT: '0' } });
  assert.equal(await statusOf('127.0.0.1'), 404);
  assert.match((await app.printMetrics()).text, /process_resident_memory_bytes/);
});
