import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { ADDRESSES, type AddressClass, classesOf } from '../../../ops/addresses.ts';
import { createTestApp } from '../support/app.ts';
import { createPerson } from '../support/people.ts';
import { useApp } from '../support/use-app.ts';

/** The shipped proxies, the table of addresses and the routes of the server are compared: each must know all of the others. */
const OPS = path.resolve(import.meta.dirname, '../../../ops');
/** Sockets have no route of Fastify's. */
const BESIDE_ROUTES = ['/socket.io/x'];

const app = useApp(createTestApp);
let paths: string[];
before(async () => {
  paths = [...pathsOf(app.http.printRoutes({ commonPrefix: false })), ...BESIDE_ROUTES];
});

/** A line stands below the one that it goes on from: `│   └── /:id (GET, HEAD)`. */
function pathsOf(printed: string): string[] {
  const above: string[] = [];
  return printed.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (.+?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    above.splice(depth, Infinity, part);
    const whole = above
      .join('')
      .replaceAll(/\([^/]*\[\^\/\]\+\)/g, '')
      .replaceAll(/:\w+(\|:\w+)*|\*/g, 'x');
    return methods === undefined ? [] : [whole];
  });
}

test('every address that the server has is in one class of the table, and every line of the table has an address', () => {
  assert.ok(paths.length > 250, `${paths.length} addresses`);
  for (const each of paths) assert.equal(classesOf(each).length, 1, `${each}: ${classesOf(each)}`);
  const unused = Object.values(ADDRESSES)
    .flat()
    .filter((pattern) => !paths.some((each) => new RegExp(`^${pattern.replaceAll(/:\w+|\*$/g, '[^]+')}$`).test(each)));
  assert.deepEqual(unused, []);
});

test('the operators’ addresses are those that only an administrator may ask for, and no others of the API', async () => {
  const document = (await app.http.inject({ url: '/api/docs-json' })).json() as { paths: Record<string, object> };
  for (const [described, operations] of Object.entries(document.paths)) {
    const url = described.replaceAll(/\{[^}]+\}/g, '1');
    // Some of them end the session.
    const { headers } = await createPerson(app.db);
    const codes = await Promise.all(
      Object.keys(operations).map(async (method) => {
        const answer = await app.http.inject({ method: method.toUpperCase() as 'GET', url, headers });
        return (answer.headers['content-type']?.includes('json') && answer.json<{ code?: string }>().code) || '';
      }),
    );
    const isOnlyTheirs = codes.every((code) => code === 'ADMINISTRATORS_ONLY');
    assert.equal(classesOf(url)[0] === 'operators', isOnlyTheirs, `${url}: ${codes}`);
  }
});

/** Each tells of a path what the file makes of it. */
const PROXIES: Readonly<Record<string, (text: string) => (path: string) => AddressClass>> = {
  'nginx/lisura.conf': (text) => {
    assert.match(text, /if \(\$lisura_hidden\) \{\s+return 404;/);
    const hidden = entriesOf(text, 'map "$lisura_class $lisura_operator" $lisura_hidden');
    assert.deepEqual(hidden, [
      ['default', '0'],
      ['"inside 0"', '1'],
      ['"inside 1"', '1'],
      ['"operators 0"', '1'],
    ]);
    const [[word, otherwise] = [], ...lines] = entriesOf(text, 'map $uri $lisura_class');
    assert.equal(word, 'default');
    return (asked) =>
      (lines.find(([pattern = '']) => new RegExp(pattern.slice(1)).test(asked))?.[1] ?? otherwise) as AddressClass;
  },
  'haproxy/haproxy.cfg': (text) => {
    assert.match(
      text,
      /http-request return status 404 if inside\n[\s\S]*http-request return status 404 if operators !operator\n/,
    );
    const acls = [...text.matchAll(/acl (inside|operators) path,url_dec -m reg (\S+)/g)];
    return (asked) =>
      (acls.find(([, , source = '']) => new RegExp(source).test(asked))?.[1] ?? 'public') as AddressClass;
  },
  'caddy/Caddyfile': (text) => {
    for (const name of ['inside', 'operators']) {
      assert.match(text, new RegExp(`handle @${name} \\{\\s+respond 404\\s+\\}`));
    }
    assert.match(text, /path \/admin [^\n]*\n\s+not remote_ip 0\.0\.0\.0\/0 ::\/0\n/);
    const inside = patternsIn(text, /@inside path (.+)/);
    const operators = patternsIn(text, /@operators \{\s+path (.+)/);
    return (asked) => (isAmong(asked, inside) ? 'inside' : isAmong(asked, operators) ? 'operators' : 'public');
  },
  'kubernetes/base/ingress.yaml': (text) => {
    const found = text.split('\n---\n').flatMap((document) => {
      const range = /whitelist-source-range: "?([^"\n]+)/.exec(document)?.[1];
      const name = range === undefined ? 'public' : range === '127.0.0.1/32' ? 'inside' : 'operators';
      const sources = [...document.matchAll(/\{ path: "?([^",]+)"?, pathType/g)].map(([, source = '']) => source);
      return sources.map((source) => ({ name, source }));
    });
    // The controller asks the longest expression first.
    found.sort((one, other) => other.source.length - one.source.length);
    return (asked) => found.find(({ source }) => new RegExp(`^${source}`, 'i').test(asked))?.name as AddressClass;
  },
};

const patternsIn = (text: string, line: RegExp) => (line.exec(text)?.[1] ?? assert.fail(`no ${line}`)).split(' ');

/** A star at the end stands for anything, and elsewhere for a part of the path. */
const isAmong = (asked: string, patterns: readonly string[]) =>
  patterns.some((pattern) =>
    new RegExp(`^${pattern.replace(/\*$/, '.*').replaceAll(/\/\*(?=\/)/g, '/[^/]+')}$`).test(asked),
  );

function entriesOf(text: string, block: string): string[][] {
  const inner = text.split(`${block} {`)[1]?.split('\n}')[0] ?? assert.fail(`no ${block}`);
  return inner
    .split(';')
    .map((line) => /^\s*("[^"]*"|\S+)\s+(\S+)$/.exec(line)?.slice(1) ?? [])
    .filter(({ length }) => length === 2);
}

for (const [file, read] of Object.entries(PROXIES)) {
  test(`${file} treats each address as the table says`, async () => {
    const classOf = read(await readFile(path.join(OPS, file), 'utf8'));
    assert.deepEqual(
      paths.filter((each) => classOf(each) !== classesOf(each)[0]),
      [],
    );
  });
}
