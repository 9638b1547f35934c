import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { socketEvents } from '../../process/app.ts';
import { eventsPage } from './events-page.ts';
import { roomEvent } from './test-support.ts';

test('docs/events.md is what the events say', async () => {
  const committed = await readFile(new URL('../../../../docs/events.md', import.meta.url), 'utf8');
  assert.equal(committed, eventsPage(socketEvents), 'run `npm run docs` and commit docs/events.md');
});

test('every event is on the page, and every field of it has a meaning', () => {
  const page = eventsPage(socketEvents);
  for (const { name, description } of socketEvents.flatMap(({ events }) => events)) {
    assert.ok(page.includes(`### ${name}\n`) && page.includes(description), name);
  }
  assert.deepEqual(page.match(/^\| `.* \| {2}\|$/gm) ?? [], []);
});

test('an event of a room is listed with its room', () => {
  const page = eventsPage([{ module: 'matches', events: [roomEvent('match:goal')] }]);
  assert.ok(page.includes('- `match:<id>`: [`match:goal`](#matchgoal)'));
  assert.ok(page.includes('| [`match:goal`](#matchgoal) | the room `match:<id>` | matches |'));
  assert.ok(!page.includes('no event has a room'));
});

test('an event for everybody that may be for a room alone says so', () => {
  const { payload, description } = roomEvent('match:goal');
  const event = { name: 'match:over', audience: 'everybody', room: 'match:<id>', payload, description } as const;
  const page = eventsPage([{ module: 'matches', events: [event] }]);
  assert.ok(page.includes('| everybody, or the room `match:<id>` alone | matches |'));
});
