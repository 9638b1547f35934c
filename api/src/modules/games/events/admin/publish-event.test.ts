import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { faultFields, refusal } from '../../../../../test/support/calls.ts';
import { createItem } from '../../../../../test/support/items.ts';
import { sql } from '../../../../platform/database/sql.ts';
import type { Id } from '../../../../platform/ids.ts';
import {
  createAdminCalls,
  createPlayer,
  moveToFuture,
  moveToPast,
  startEvent,
  times,
  useEventsWorld,
  whileLocked,
} from '../test-support.ts';

const world = useEventsWorld();
const calls = createAdminCalls(world);
let itemId: Id<'item'>;
before(async () => {
  itemId = await createItem(world.db, 100);
});

test('of a published event only texts can be changed', async () => {
  const { id } = await calls.create(itemId);
  assert.equal((await calls.call('POST', `/${id}/publish`)).body.status, 'PUBLISHED');
  const texts = { name: `Renamed ${id}`, description: 'New', imageUrl: 'https://new.example/1.png' };
  const { status, body } = await calls.call('PATCH', `/${id}`, texts);
  assert.deepEqual([status, body.name, body.description, body.imageUrl], [200, ...Object.values(texts)]);
  for (const change of [
    { startsAt: body.startsAt },
    { endsAt: body.endsAt },
    { pointsPerReal: 1 },
    { ticketsPerReal: 1 },
    { tiers: [] },
    { shoots: [] },
  ]) {
    const refused = await calls.call('PATCH', `/${id}`, { ...change, name: 'Not this' });
    assert.deepEqual(refusal(refused), [409, 'Event is already published']);
  }
  assert.deepEqual((await calls.call('GET', `/${id}`)).body, body);
  assert.deepEqual(refusal(await calls.call('POST', `/${id}/publish`)), [409, 'Event is already published']);
  assert.deepEqual(await calls.actionsOf(id), ['EVENT_CREATED', 'EVENT_PUBLISHED', 'EVENT_UPDATED']);
});

test('an event of the past, one with nothing in it and one with an archived item are not published', async () => {
  const past = await calls.create(itemId, { startsAt: '2020-01-01T00:00:00Z', endsAt: '2020-01-02T00:00:00Z' });
  const empty = await calls.create(itemId, { tiers: [], shoots: [] });
  const doomed = await createItem(world.db, 100);
  const prizes = [{ itemId: doomed, hashRangeStart: 1, hashRangeEnd: 10_000_000 }];
  const withArchived = await calls.create(itemId, { shoots: [{ ticketPrice: 250, prizes }] });
  await world.db.query(sql`update items set archived_at = now() where id = ${doomed}`);
  for (const [{ id }, field] of [
    [past, 'endsAt'],
    [empty, 'tiers'],
    [withArchived, 'shoots.0.prizes.0.itemId'],
  ]) {
    const answer = await calls.call('POST', `/${id}/publish`);
    assert.deepEqual([...refusal(answer), faultFields(answer)], [422, 'This event cannot be run', [field]]);
    assert.equal((await calls.call('GET', `/${id}`)).body.status, 'DRAFT');
  }
  assert.equal((await calls.call('POST', '/999999/publish')).status, 404);
});

test('a table that was damaged in the database is not published', async () => {
  const { id } = await calls.create(itemId);
  await world.db.query(sql`update event_prizes set hash_range_end = 9999999 where event_id = ${id}`);
  const answer = await calls.call('POST', `/${id}/publish`);
  assert.deepEqual(
    [answer.status, answer.body.errors],
    [422, [{ field: 'shoots.0.prizes.0', message: 'the ranges end at 9999999 instead of 10000000' }]],
  );
});

test('of events that overlap one is published, also when all are at once', async () => {
  const { startsAt, endsAt } = calls.bodyOf(itemId);
  const drafts = await times(10, () => calls.create(itemId, { startsAt, endsAt }));
  const answers = await times(10, (index) => calls.call('POST', `/${drafts[index].id}/publish`));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.deepEqual(refusal(answer), [409, 'Another event runs at that time']);
  }
  const next = await calls.create(itemId, {
    startsAt: endsAt,
    endsAt: new Date(Date.parse(endsAt) + 60_000).toISOString(),
  });
  assert.equal((await calls.call('POST', `/${next.id}/publish`)).status, 200, 'one after the other is no overlap');
});

test('an event that runs can be ended, once', async () => {
  const { id } = await startEvent(world);
  await createPlayer(world.db, 700);
  const { status, body } = await calls.call('POST', `/${id}/end`);
  assert.deepEqual([status, body.isRunning, body.totals.players, body.totals.wageredCents], [200, false, 1, '700']);
  assert.ok(Date.parse(body.endsAt) <= Date.now());
  assert.equal((await world.call(null, 'GET', '/event/active')).body.event, null);
  assert.deepEqual(refusal(await calls.call('POST', `/${id}/end`)), [409, 'Event is not running']);
  const draft = await calls.create(itemId);
  assert.deepEqual(refusal(await calls.call('POST', `/${draft.id}/end`)), [409, 'Event is not running']);
  assert.equal((await calls.call('POST', '/999999/end')).status, 404);
  assert.deepEqual(await calls.actionsOf(id), ['EVENT_ENDED']);
  const renamed = await calls.call('PATCH', `/${id}`, { description: 'Over' });
  assert.equal(renamed.body.endsAt, body.endsAt);
});

test('a draft or an event that has not started is archived, and nothing more can be done with it', async () => {
  const [draft, upcoming] = [await calls.create(itemId), await calls.create(itemId)];
  await calls.call('POST', `/${upcoming.id}/publish`);
  for (const { id } of [draft, upcoming]) {
    assert.deepEqual(
      [(await calls.call('DELETE', `/${id}`)).body.status, (await calls.call('DELETE', `/${id}`)).status],
      ['ARCHIVED', 200],
    );
    assert.equal((await calls.actionsOf(id)).filter((action) => action === 'EVENT_ARCHIVED').length, 1);
    for (const answer of [
      await calls.call('PATCH', `/${id}`, { name: 'x' }),
      await calls.call('POST', `/${id}/publish`),
    ]) {
      assert.deepEqual(refusal(answer), [409, 'Event is archived']);
    }
  }
  const { id } = await startEvent(world);
  assert.deepEqual(refusal(await calls.call('DELETE', `/${id}`)), [409, 'Event has started']);
  await moveToPast(world.db, id, 3);
  assert.deepEqual(refusal(await calls.call('DELETE', `/${id}`)), [409, 'Event has started']);
  assert.equal((await calls.call('DELETE', '/999999')).status, 404);
});

test('what players have earned in keeps an event from being archived, whatever the clock says', async () => {
  const { id } = await startEvent(world);
  await createPlayer(world.db, 700);
  await moveToFuture(world.db, id, 50);
  assert.deepEqual(refusal(await calls.call('DELETE', `/${id}`)), [409, 'Event has started']);
  const { id: unplayed } = await startEvent(world);
  await moveToFuture(world.db, unplayed, 51);
  assert.equal((await calls.call('DELETE', `/${unplayed}`)).body.status, 'ARCHIVED');
});

test('an event that starts while its lock is waited for has started', async () => {
  const { id } = await startEvent(world, {}, { startsAt: new Date(Date.now() + 1_800_000) });
  const archived = await whileLocked(
    world.db,
    sql`select from events where id = ${id} for update`,
    () => calls.call('DELETE', `/${id}`),
    sql`update events set starts_at = clock_timestamp() where id = ${id}`,
  );
  assert.deepEqual(refusal(archived), [409, 'Event has started']);
});
