import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { registerWebApp } from './web-app.ts';

const PROGRAM = 'export const greeting = "olá";\n'.repeat(50);
const NONCES = '<script nonce="HERE"></script><style nonce="HERE"></style>';
const PRERENDERED = {
  '/caixa/:slug': {
    documents: { 'pt-BR': `${NONCES}Caixa`, en: `${NONCES}Case` },
    links: ['</assets/case.js>; rel=modulepreload', '</api/cases/:slug>; rel=preload; as=fetch'],
  },
  '/rifa/:id': { documents: { 'pt-BR': `${NONCES}<h1>{{name}}</h1>{{unknown}}` }, links: ['</assets/raffle.js>'] },
};
let folder: string;
let http: FastifyInstance;
let app: TestApp;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lisura-web-app-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), NONCES);
  await writeFile(path.join(folder, 'pages.json'), JSON.stringify(PRERENDERED));
  await writeFile(path.join(folder, 'assets/index-abc123.js'), PROGRAM);
  await writeFile(path.join(folder, 'assets/sora-def456.woff2'), 'font');
  http = serverOf(folder);
  app = await createTestApp({ environment: { RATE_LIMIT_GLOBAL: '1' } });
});
after(async () => {
  await http?.close();
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});

function serverOf(folder: string): FastifyInstance {
  const server = fastify();
  const pictureOrigins = ['http://localhost:3001'];
  registerWebApp(
    server,
    {
      folder,
      prerenderedFile: 'pages.json',
      paths: ['/', '/caixa/:slug', '/rifa/:id'],
      noncePlaceholder: 'HERE',
      pictureOrigins,
      words: { '/rifa/:id': wordsOfRaffles },
    },
    '/instead',
  );
  return server;
}

async function wordsOfRaffles({ id }: Readonly<Record<string, string>>) {
  if (id === '3') throw new Error('the database is away');
  if (id === '4') return new Promise<null>(() => undefined);
  return id === '1' ? { name: `<script>"HERE" & 'there' {{name}} $&</script>` } : null;
}

test('each answer with a page has a nonce of its own, in the page and in its policy', async () => {
  const nonces = new Set<string>();
  for (const url of ['/', '/caixa/mare-alta', '/']) {
    const { statusCode, body, headers } = await http.inject({ url });
    assert.equal(statusCode, 200);
    const [first, second] = [...body.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
    assert.equal(first, second);
    const policy = String(headers['content-security-policy']);
    assert.ok(policy.includes(`script-src 'self' 'nonce-${first}'; style-src 'self' 'nonce-${first}'`), policy);
    assert.ok(policy.includes("img-src 'self' data: blob: https: http://localhost:3001;"), policy);
    assert.ok(!policy.includes('unsafe'), policy);
    nonces.add(String(first));
  }
  assert.equal(nonces.size, 3);
});

test('a page that was drawn ahead is sent in the language that was chosen, or else in that of the browser', async () => {
  const textOf = async (headers: Record<string, string>) => (await http.inject({ url: '/caixa/x', headers })).body;
  for (const [headers, word] of [
    [{}, 'Caixa'],
    [{ 'accept-language': 'en-GB,pt;q=0.5' }, 'Case'],
    [{ 'accept-language': 'pt-BR,en;q=0.5' }, 'Caixa'],
    [{ 'accept-language': 'en', cookie: 'a=b; language=pt-BR' }, 'Caixa'],
    [{ cookie: 'language=en; sessionId=c' }, 'Case'],
    [{ cookie: 'language=constructor' }, 'Caixa'],
    [{ cookie: 'otherlanguage=en' }, 'Caixa'],
  ] as const) {
    assert.match(await textOf(headers), new RegExp(`</style>${word}$`), JSON.stringify(headers));
  }
  const headers = { 'accept-encoding': 'br' };
  const compressed = await http.inject({ url: '/caixa/x', headers });
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.match(brotliDecompressSync(compressed.rawPayload).toString(), /Caixa$/);
});

test('what such a page needs is named beside it, with what its address says', async () => {
  const linkOf = async (url: string) => (await http.inject({ url })).headers.link;
  const programs = '</assets/case.js>; rel=modulepreload';
  assert.equal(await linkOf('/caixa/mare-alta'), `${programs}, </api/cases/mare-alta>; rel=preload; as=fetch`);
  const hostile = await linkOf(`/caixa/${encodeURIComponent('x>; rel=preload, </evil>\r\nset-cookie: a=b')}`);
  assert.equal(
    hostile,
    `${programs}, </api/cases/x%3E%3B%20rel%3Dpreload%2C%20%3C%2Fevil%3E%0D%0Aset-cookie%3A%20a%3Db>; rel=preload; as=fetch`,
  );
  assert.equal(await linkOf('/'), undefined);
});

test('a page says the words of the thing that its address names, as text and nothing else', async () => {
  const known = await http.inject({ url: '/rifa/1' });
  const name = '&lt;script&gt;&quot;HERE&quot; &amp; &#39;there&#39; {{name}} $&amp;&lt;/script&gt;';
  assert.ok(known.body.endsWith(`</style><h1>${name}</h1>`), known.body);
  for (const url of ['/rifa/2', '/rifa/3', '/rifa/4', '/rifa/constructor']) {
    const { statusCode, body, headers } = await http.inject({ url });
    assert.deepEqual([statusCode, headers.link], [200, '</assets/raffle.js>'], url);
    assert.match(body, /^<script nonce="[^"]+"><\/script><style nonce="[^"]+"><\/style>$/, url);
  }
});

test('files are kept for ever under the name of their content, compressed where that helps', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const program = await http.inject({ url: '/assets/index-abc123.js', headers });
  assert.equal(program.headers['content-encoding'], 'br');
  assert.equal(brotliDecompressSync(program.rawPayload).toString(), PROGRAM);
  assert.equal(program.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(program.headers['content-type'], 'text/javascript; charset=utf-8');
  const font = await http.inject({ url: '/assets/sora-def456.woff2', headers });
  assert.deepEqual([font.headers['content-encoding'], font.headers['content-type']], [undefined, 'font/woff2']);
  for (const url of ['/assets/index-000000.js', '/assets/..%2Findex.html']) {
    assert.equal((await http.inject({ url })).statusCode, 404, url);
  }
});

test('an address that means nothing is a page for who reads, and an error for who does not', async () => {
  for (const url of ['/nada', '/nada/de/nada?x=1']) {
    const page = await http.inject({ url, headers: { accept: 'text/html,*/*' } });
    assert.deepEqual([page.statusCode, page.headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(page.body, /<script nonce="[^"]{20,}">/);
    const error = await app.http.inject({ url });
    assert.deepEqual([error.statusCode, error.json().code], [404, 'ROUTE_NOT_FOUND']);
  }
  const ofApi = await http.inject({ url: '/api/nada', headers: { accept: 'text/html,*/*' } });
  assert.match(String(ofApi.headers['content-type']), /^application\/json/);
});

test('pages and files answer HEAD', async () => {
  for (const url of ['/', '/assets/index-abc123.js']) {
    const { statusCode, body } = await http.inject({ method: 'HEAD', url });
    assert.deepEqual([statusCode, body], [200, '']);
  }
});

test('where nothing is built the pages lead on', async () => {
  const unbuilt = serverOf(path.join(folder, 'nowhere'));
  const { statusCode, headers } = await unbuilt.inject({ url: '/' });
  assert.deepEqual([statusCode, headers.location], [302, '/instead']);
  await unbuilt.close();
});

test('pages of the app have no limit, know no session, and swallow no address of the API', async () => {
  const headers = { cookie: `sessionId=${'0'.repeat(64)}` };
  for (const url of ['/', '/inventario', '/verificar', '/']) {
    const { statusCode, headers: answered } = await app.http.inject({ url, headers });
    assert.ok([200, 302].includes(statusCode), `${url}: ${statusCode}`);
    assert.equal(answered['x-ratelimit-limit'], undefined);
  }
  const unknown = await app.http.inject({ url: '/api/caixa/x' });
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'ROUTE_NOT_FOUND']);
  assert.ok([404, 429].includes((await app.http.inject({ url: '/nothing' })).statusCode));
});
