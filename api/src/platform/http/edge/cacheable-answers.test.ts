import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp } from '../../../../test/support/app.ts';
import { createPerson } from '../../../../test/support/people.ts';
import { useApp } from '../../../../test/support/use-app.ts';

const app = useApp(createTestApp);

const get = (url: string, headers: Record<string, string> = {}) => app.http.inject({ url, headers });

test('what is the same for everybody is sent once, and then confirmed', async () => {
  for (const url of ['/api/cases', '/api/items', '/api/items/rarities', '/api/live-drops/recent', '/api/docs-json']) {
    const first = await get(url);
    assert.equal(first.statusCode, 200, url);
    assert.equal(first.headers['cache-control'], 'public, no-cache', url);
    const tag = String(first.headers.etag);
    const again = await get(url, { 'if-none-match': tag });
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', tag], url);
    assert.ok(!('content-type' in again.headers));
    const several = await get(url, { 'if-none-match': `"other", ${tag.slice(2)}` });
    assert.equal(several.statusCode, 304, url);
    const changed = await get(url, { 'if-none-match': 'W/"other"' });
    assert.deepEqual([changed.statusCode, changed.body], [200, first.body], url);
  }
});

test('another answer has another tag', async () => {
  const tags = await Promise.all(
    ['/api/items/rarities?limit=1', '/api/items/rarities?limit=2'].map(async (url) => (await get(url)).headers.etag),
  );
  assert.notEqual(tags[0], tags[1]);
});

test('a HEAD is confirmed too', async () => {
  const tag = String((await get('/api/cases')).headers.etag);
  const head = await app.http.inject({ method: 'HEAD', url: '/api/cases', headers: { 'if-none-match': tag } });
  assert.equal(head.statusCode, 304);
});

test('what a session has a part in, and what failed, is stored by nobody', async () => {
  const { headers } = await createPerson(app.db);
  for (const url of ['/api/auth/me', '/api/auth/session', '/api/user/balance', '/api/health', '/api/cases/999']) {
    const answer = await get(url, headers);
    assert.deepEqual([answer.headers['cache-control'], answer.headers.etag], ['no-store', undefined], url);
  }
  const login = await get('/api/auth/steam/login', { accept: 'application/json' });
  assert.deepEqual([login.statusCode, login.headers['cache-control']], [200, 'no-store']);
});

test('what changes seldom is not asked for again at once', async () => {
  assert.equal((await get('/api/config')).headers['cache-control'], 'public, max-age=30');
});
