import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import { useApp } from '../../../../test/support/use-app.ts';
import { socketEvents } from '../../../app/modules.ts';
import { VERSION } from '../../../app/version.ts';
import { collectEvents, type SocketEvent } from '../events.ts';
import { roomEvent } from '../test-support.ts';
import { type AsyncApiDocument, asyncApiDocument, type Reference } from './async-api.ts';
import { eventsPage } from './events-reference.ts';

const app = useApp(() => createTestApp({ environment: { PUBLIC_URL: 'https://api.lisura.test' } }));
let document: AsyncApiDocument;
before(async () => {
  document = (await app.http.inject({ url: '/api/asyncapi.json', headers: { host: 'api.lisura.test' } })).json();
});

const lint = async (source: object) => {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
};

function references(value: unknown, root: object): { $ref: string; found: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as Partial<Reference>;
  if (typeof $ref === 'string') {
    const steps = $ref.replace('#/', '').split('/');
    return [
      { $ref, found: steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root) },
    ];
  }
  return Object.values(value).flatMap((part) => references(part, root));
}

const MATCHES = collectEvents([{ name: 'matches', events: [roomEvent('match:goal')] }]);
const ofMatches = () => asyncApiDocument(MATCHES, { version: '1.0.0', url: 'http://localhost:3000' });

test('the document is AsyncAPI 3, and the linter finds nothing', async () => {
  assert.equal(document.asyncapi, '3.0.0');
  assert.equal(document.info.version, VERSION);
  for (const each of [document, ofMatches()]) {
    assert.deepEqual(await lint(each), []);
    for (const { $ref, found } of references(each, each)) assert.ok(found !== undefined, `${$ref} leads nowhere`);
  }
});

test('a fault of the document is found', async () => {
  const { servers: _, ...rest } = document;
  assert.notDeepEqual(await lint({ ...rest, operations: { broken: { action: 'shout' } } }), []);
});

test('it names this server, by the address that the caller used', () => {
  const { host, pathname, protocol } = document.servers.lisura as Record<string, string>;
  assert.deepEqual([host, pathname, protocol], ['api.lisura.test', '/socket.io/', 'socket.io']);
});

/** The channel of a room has its variable part in braces. */
function channelsOf(event: SocketEvent): string[] {
  const { audience } = event;
  const room = ('room' in event && event.room?.replace(/<(\w+)>/g, '{$1}')) || 'none';
  const rooms = Object.entries(document.channels).flatMap(([key, { address }]) => (address === room ? [key] : []));
  return audience === 'room' ? rooms : [audience, ...rooms];
}

test('every event is a message that the server sends to each who may hear it, with its example', () => {
  let sendings = 0;
  for (const [name, { module, event }] of socketEvents) {
    const [key, message] = Object.entries(document.components.messages).find(([, each]) => each.name === name) ?? [];
    assert.equal(message?.summary, event.description);
    assert.equal(message['x-module'], module);
    assert.deepEqual(message.examples?.[0]?.payload, (event.payload as { examples?: object[] }).examples?.[0]);
    assert.match(String(key), /^[\w.-]+$/);
    for (const channel of channelsOf(event)) {
      const sending = document.operations[`send-${key}-to-${channel}`];
      assert.equal(sending?.action, 'send');
      assert.equal(sending.channel.$ref, `#/channels/${channel}`);
      assert.deepEqual(sending.messages, [{ $ref: `#/channels/${channel}/messages/${key}` }]);
      sendings += 1;
    }
  }
  assert.ok(sendings > socketEvents.size);
  const sent = Object.values(document.operations).filter(({ action }) => action === 'send');
  assert.equal(sent.length, sendings);
});

test('a room is a channel with the variable part of its name, and subscriptions are acknowledged', () => {
  const { channels, operations } = ofMatches();
  const room = channels['room-match-id'];
  assert.equal(room?.address, 'match:{id}');
  assert.deepEqual(Object.keys(room?.parameters ?? {}), ['id']);
  assert.deepEqual(Object.keys(room?.messages ?? {}), ['match-goal']);
  assert.ok(operations.subscribe?.reply && operations.unsubscribe?.reply);
});

test('the page has every event, without a program and from this server alone', async () => {
  const { statusCode, headers, body } = await app.http.inject({ url: '/api/events' });
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/html/);
  for (const name of socketEvents.keys()) {
    const anchor = name.replaceAll(':', '');
    assert.ok(body.includes(`<h3 id="${anchor}">${name}</h3>`) && body.includes(`href="#${anchor}"`), name);
  }
  assert.match(body, /href="\/api\/docs\/"/);
  assert.doesNotMatch(body, /<script|src=|```|^\||\]\(/m);
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
  assert.ok(!policy.includes('unsafe'));
});

test('documents and page name the server by the address that the caller used, also where its port was chosen', async () => {
  const urls = ['/api/events', '/api/asyncapi.json', '/api/docs-json'];
  const namedBy = async (asked: TestApp, headers: Record<string, string>) =>
    Promise.all(urls.map(async (url) => (await asked.http.inject({ url, headers })).body));
  for (const body of await namedBy(app, { host: 'api.lisura.test' })) assert.match(body, /api\.lisura\.test/);
  assert.match(String((await namedBy(app, {}))[0]), /io\(&#39;https:\/\/api\.lisura\.test&#39;/);
  const local = await createTestApp({ environment: { PORT: '4321' } });
  const [page] = await namedBy(local, { host: '127.0.0.1:4321' });
  assert.match(String(page), /io\(&#39;http:\/\/127\.0\.0\.1:4321&#39;/);
  await local.close();
  const chosen = await createTestApp({ environment: { PORT: '0' } });
  const address = await chosen.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(address);
  for (const url of urls) {
    const body = await (await fetch(`${address}${url}`)).text();
    assert.match(body, new RegExp(`localhost:${port}`), url);
  }
  await chosen.close();
});

test('the reference leads to both', async () => {
  const { info } = (await app.http.inject({ url: '/api/docs-json' })).json();
  assert.match(info.description, /\(\/api\/events\)[\s\S]*\(\/api\/asyncapi\.json\)/);
});

const options = { version: VERSION, url: 'http://localhost:3000' };
const page = eventsPage(asyncApiDocument(socketEvents, options));
const pageOf = (event: SocketEvent) =>
  eventsPage(asyncApiDocument(collectEvents([{ name: 'matches', events: [event] }]), options));

test('every event is on the page, and every field of it has a meaning', () => {
  for (const [name, { event }] of socketEvents) {
    assert.ok(page.includes(`### ${name}\n`) && page.includes(event.description), name);
  }
  assert.deepEqual(page.match(/^\| `.* \| {2}\|$/gm) ?? [], []);
});

test('an event of a room is listed with its room', () => {
  const match = pageOf(roomEvent('match:goal'));
  assert.ok(match.includes('- `match:<id>`: [`match:goal`](#matchgoal)'));
  assert.ok(match.includes('| [`match:goal`](#matchgoal) | the room `match:<id>` | matches |'));
  assert.ok(!match.includes('no event has a room'));
});

test('an event for everybody that may be for a room alone says so', () => {
  const { payload, description } = roomEvent('match:goal');
  const match = pageOf({ name: 'match:over', audience: 'everybody', room: 'match:<id>', payload, description });
  assert.ok(match.includes('| everybody, or the room `match:<id>` alone | matches |'));
});
