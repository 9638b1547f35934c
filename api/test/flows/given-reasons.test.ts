import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { caseFields } from '../../src/modules/games/cases/test-support.ts';
import { createAdminCalls, startEvent, useEventsWorld } from '../../src/modules/games/events/test-support.ts';
import { createRaffleCalls, type RaffleCalls } from '../../src/modules/games/raffles/test-support.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { faultFields, type Method } from '../support/calls.ts';
import { createItem } from '../support/items.ts';

/** Administrators may give a reason for actions that need none, and it is kept. */

const world = useEventsWorld();
let raffles: RaffleCalls;
let events: ReturnType<typeof createAdminCalls>;
before(async () => {
  raffles = await createRaffleCalls(world);
  events = createAdminCalls(world);
});

type Act = [method: Method, path: string];

const eventAct = (method: Method, more: string) => async (): Promise<Act> => {
  const { id } = await events.create(await createItem(world.db, 100));
  return [method, `/admin/events/${id}${more}`];
};
const closedRaffle = async () => {
  const { id } = await raffles.create();
  assert.equal((await raffles.act(id, 'close')).status, 200);
  return id;
};

const ACTS: Record<string, () => Promise<Act>> = {
  EVENT_PUBLISHED: eventAct('POST', '/publish'),
  EVENT_ENDED: async () => ['POST', `/admin/events/${(await startEvent(world)).id}/end`],
  EVENT_ARCHIVED: eventAct('DELETE', ''),
  RAFFLE_CLOSED: async () => ['POST', `/admin/raffles/${(await raffles.create()).id}/close`],
  RAFFLE_CANCELLED: async () => ['POST', `/admin/raffles/${(await raffles.create()).id}/cancel`],
  RAFFLE_DRAWN: async () => ['POST', `/raffle/${await closedRaffle()}/draw`],
  ITEM_ARCHIVED: async () => ['DELETE', `/admin/items/${await createItem(world.db, 100)}`],
  CASE_ARCHIVED: async () => ['DELETE', `/admin/cases/${await createDraft()}`],
};

async function createDraft(): Promise<string> {
  const { body } = await world.call(world.admin, 'POST', '/admin/cases', caseFields());
  return body.id;
}

async function reasonsOf(action: string): Promise<(string | null)[]> {
  const rows = await world.db.query<{ reason: string | null }>(
    sql`select metadata ->> 'reason' as reason from audit_entries where action = ${action} order by id desc limit 2`,
  );
  return rows.map(({ reason }) => reason);
}

for (const [action, prepare] of Object.entries(ACTS)) {
  test(`${action}: the reason stands in the audit trail where one is given`, async () => {
    const [method, path] = await prepare();
    for (const reason of ['', ' \n', 'x'.repeat(501), 7]) {
      const refused = await world.call(world.admin, method, path, { reason });
      assert.deepEqual([refused.status, faultFields(refused)], [400, ['reason']], JSON.stringify(reason));
    }
    const told = await world.call(world.admin, method, path, { reason: 'As was agreed' });
    assert.equal(told.status, 200, told.text);
    const [silentMethod, silentPath] = await prepare();
    assert.equal((await world.call(world.admin, silentMethod, silentPath)).status, 200);
    assert.deepEqual(await reasonsOf(action), [null, 'As was agreed']);
  });
}
