import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../../../../test/support/databases.ts';
import { PATIENCE } from '../../../../../test/support/patience.ts';
import { systemClock } from '../../../../platform/clock.ts';
import { type Db, openDatabase, transaction } from '../../../../platform/database/db.ts';
import { silentLogger } from '../../../../platform/observability/logger.ts';
import { applyEvents } from './create-inbox.ts';
import type { EventHandler } from './inbox.records.ts';
import { insertEvents, listWaitingIds } from './inbox.sql.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
});
after(async () => {
  await db.close();
  await database.drop();
});

const event = (key: string) => ({
  provider: 'TEST',
  key,
  kind: 'PAID',
  content: { key },
  saidAt: null,
  source: 'WEBHOOK' as const,
});

test('what another process has applied since it was listed is not applied again', async () => {
  const applied: string[] = [];
  const paid: EventHandler = async (_tx, events) => {
    applied.push(...events.map(({ key }) => key));
    return { outcomes: events.map(() => 'APPLIED'), notify: () => undefined };
  };
  const apply = (ids: Parameters<typeof applyEvents>[2]) =>
    transaction(db, (tx) => applyEvents(tx, { clock: systemClock, handlers: { PAID: paid } }, ids));
  await insertEvents(db, [event('first'), event('second')], new Date());
  const listed = await listWaitingIds(db, null, 10);
  assert.equal(listed.length, 2);
  await apply(listed.slice(0, 1));
  await apply(listed);
  assert.deepEqual(applied, ['first', 'second']);
});
