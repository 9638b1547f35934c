import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { before, test } from 'node:test';
import { createPerson, type Person } from '../../../../test/support/people.ts';
import { createRecordingApp } from '../../../../test/support/recording-app.ts';
import { until } from '../../../../test/support/until.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { sql } from '../../../platform/database/sql.ts';

/** The system buffers less for a client that reads nothing. */
const ROWS = 20_000;
const ROW_BYTES = 2_000;
const PAGES = ROWS / 1_000 + 1;

const app = useApp(() => createRecordingApp({ environment: { RATE_LIMIT_DATA_EXPORT: '3' } }));
let port: number;
before(async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.http.server.address() as AddressInfo);
});

const download = ({ headers }: Person) => app.http.inject({ url: '/api/user/data', headers });
const pagesRead = () => app.statements.filter((text) => /from notifications where user_id/.test(text)).length;

async function manyNotifications(): Promise<Person> {
  const person = await createPerson(app.db);
  await app.db.query(sql`
    insert into notifications (user_id, type, title, message)
    select ${person.userId}, 'SYSTEM', n::text, repeat('x', ${ROW_BYTES}::int) from generate_series(1, ${ROWS}::int) n`);
  return person;
}

async function beginDownload({ headers }: Person): Promise<Socket> {
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  client.write(['GET /api/user/data HTTP/1.1', 'host: localhost', ...lines, '', ''].join('\r\n'));
  const [begin] = await once(client, 'data');
  client.pause();
  assert.match(String(begin), /^HTTP\/1\.1 200 OK/);
  return client;
}

test('a download is sent while it is read, as fast as it is taken; a second one meanwhile is refused', async () => {
  const person = await manyNotifications();
  app.statements.length = 0;
  const client = await beginDownload(person);
  assert.ok(pagesRead() < PAGES, 'the first bytes come before the last page is read');
  const refused = await download(person);
  assert.deepEqual([refused.statusCode, refused.json().code], [429, 'DATA_EXPORT_UNDER_WAY']);
  assert.equal(refused.headers['retry-after'], '30');
  assert.equal((await download(await createPerson(app.db))).statusCode, 200);
  assert.ok(pagesRead() - 1 < PAGES, 'what nobody takes is not read');

  client.destroy();
  const done = async () => (await app.db.query(sql`select from leases where until > now()`)).length === 0;
  await until(done);
  const atEnd = pagesRead();
  assert.ok(atEnd - 1 < PAGES, 'what was aborted is not read on');
  const whole = await download(person);
  assert.equal(whole.statusCode, 200);
  assert.equal(whole.json().notifications.length, ROWS);
  assert.equal(pagesRead() - atEnd, PAGES);
  await until(done);

  const limited = await download(person);
  assert.deepEqual([limited.statusCode, limited.json().code], [429, 'TOO_MANY_REQUESTS']);
  assert.equal(limited.headers['x-ratelimit-limit'], '3');
  assert.ok(Number(limited.headers['retry-after']) > 60 * 30, 'it is a limit of an hour');
});
