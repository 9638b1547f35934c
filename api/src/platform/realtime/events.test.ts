import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { eventFaults } from '../../../test/support/event-check.ts';
import { socketEvents } from '../../app/modules.ts';
import { toId } from '../ids.ts';
import { collectEvents, defineEvent, type Push } from './events.ts';

const events = [...socketEvents.values()].map(({ event }) => event);
/** Socket.IO reserves these names. */
const RESERVED_NAMES = ['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'];

test('an event has a name of its own, which Socket.IO sends', () => {
  for (const { name } of events) assert.ok(!RESERVED_NAMES.includes(name), name);
  const [event] = events;
  assert.ok(event !== undefined);
  const modules = [
    { name: 'first', events: [event] },
    { name: 'second', events: [{ ...event }] },
  ];
  assert.throws(() => collectEvents(modules), new RegExp(`two events with the name ${event.name}$`));
});

for (const event of events) {
  test(`${event.name} says what it is, and its example is what is sent`, () => {
    assert.ok(event.description.length > 0);
    const { examples } = event.payload as { examples?: object[] };
    assert.ok(examples?.[0] !== undefined);
    for (const example of examples) assert.deepEqual(eventFaults(event, example), []);
  });

  test(`${event.name} is held to its fields: one more, one less or another type is found`, () => {
    const [example = {}] = (event.payload as { examples?: Record<string, unknown>[] }).examples ?? [];
    const [field = ''] = Object.keys(example);
    const { [field]: _left, ...rest } = example;
    const ofAnotherType = typeof example[field] === 'number' ? 'seven' : 7;
    for (const wrong of [{ ...example, surplus: 1 }, rest, { ...example, [field]: ofAnotherType }]) {
      assert.notDeepEqual(eventFaults(event, wrong), [], JSON.stringify(wrong));
    }
  });
}

test('an event that no module says is found', () => {
  const stray = defineEvent({ name: 'stray', audience: 'user', description: 'x', payload: Type.Object({}) });
  assert.deepEqual(eventFaults(stray, {}), ['stray is no event of a module']);
});

test('what an event does not say does not compile', () => {
  const described = { description: 'x', payload: Type.Object({ minute: Type.Integer() }) };
  const scored = defineEvent({ ...described, name: 'scored', audience: 'user' });
  const goal = defineEvent({ ...described, name: 'goal', audience: 'room', room: 'match:<id>' });
  const sent: unknown[] = [];
  const push: Push = {
    toUser: (...args) => void sent.push(args),
    toAll: (...args) => void sent.push(args),
    toRoom: (...args) => void sent.push(args),
  };
  const user = toId<'user'>('7');
  push.toUser(user, scored, { minute: 1 });
  push.toRoom('match:1', goal, { minute: 1 });
  // @ts-expect-error: a field of another type
  push.toUser(user, scored, { minute: '1' });
  // @ts-expect-error: a field is missing
  push.toUser(user, scored, {});
  // @ts-expect-error: a field too many
  push.toUser(user, scored, { minute: 1, second: 2 });
  // @ts-expect-error: what is for one user is not sent to everybody
  push.toAll(scored, { minute: 1 });
  // @ts-expect-error: nor to a room
  push.toRoom('match:1', scored, { minute: 1 });
  // @ts-expect-error: what is for a room is not sent to one user
  push.toUser(user, goal, { minute: 1 });
  // @ts-expect-error: an event is a value, not a name
  push.toUser(user, 'scored', { minute: 1 });
  // @ts-expect-error: an event of rooms says how they are named
  defineEvent({ ...described, name: 'goal', audience: 'room' });
  assert.equal(sent.length, 9);
});
