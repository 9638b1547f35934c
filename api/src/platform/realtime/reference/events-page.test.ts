import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socketEvents } from '../../../app/modules.ts';
import { VERSION } from '../../../app/version.ts';
import { collectEvents, type SocketEvent } from '../events.ts';
import { roomEvent } from '../test-support.ts';
import { asyncApiDocument } from './async-api.ts';
import { eventsPage } from './events-page.ts';

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
