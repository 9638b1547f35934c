import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { ReplayedAnswer } from '../../src/platform/database/idempotency.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses } from '../support/kills/flow-processes.ts';
import { type PaymentFlow, paymentsInbox, runFlow } from '../support/kills/payment-flows.ts';
import { type KillScene, momentsOf, runUntil } from '../support/kills/run-until.ts';
import { PATIENCE } from '../support/patience.ts';
import { createPerson } from '../support/people.ts';

/**
 * A process that takes payments is killed between every two statements it sends, and while what stays is on its way.
 * Whoever comes next, by a repeat or by the job, brings it to the one end that it has.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let scene: KillScene<PaymentFlow>;
let sandbox: Sandbox;
before(async () => {
  const processes = createFlowProcesses<PaymentFlow>('payments');
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
  scene = { databaseUrl: database.url, db, processes };
  sandbox = await startSandbox({ port: 0 });
});
after(async () => {
  await scene.processes.close();
  await sandbox.close();
  await db.close();
  await database.drop();
});

let made = 0;
async function newDeposit() {
  made += 1;
  const { userId } = await createPerson(db);
  const txid = `kill${String(made).padStart(28, '0')}`;
  const [row] = await db.query<{ id: Id<'deposit'> }>(sql`
    insert into deposits (user_id, provider, txid, amount_cents, created_at, expires_at)
    values (${userId}, 'pix', ${txid}, 5000, now(), now() + interval '1 hour') returning id`);
  return { userId, txid, id: row?.id as Id<'deposit'>, endToEndId: `E00000000${String(made).padStart(23, '0')}` };
}

async function stateOf(id: Id<'deposit'>) {
  const [row] = await db.query<{ status: string; credits: string; entries: string }>(sql`
    select status, (select count(*) from transfers where reference_type = 'deposit' and reference_id = deposits.id::text)
      as credits, (select count(*) from audit_entries where entity_type = 'deposit' and entity_id = deposits.id::text)
      as entries
    from deposits where id = ${id}`);
  return row && [row.status, Number(row.credits), Number(row.entries)];
}

/** A message is kept by a transaction of one statement. */
const STAYS = /^commit$|^insert into provider_events/;

test('kill -9 anywhere in taking a message: it is credited once, by a repeat or by the job', async (t) => {
  const flowOf = ({ endToEndId, txid }: Awaited<ReturnType<typeof newDeposit>>): PaymentFlow => ({
    name: 'receive',
    endToEndId,
    txid,
    amountCents: 5_000n,
  });
  const undisturbed = await newDeposit();
  const statements = await runUntil(scene, flowOf(undisturbed), null);
  assert.deepEqual(await stateOf(undisturbed.id), ['CONFIRMED', 1, 0]);
  const moments = momentsOf(statements, STAYS);
  for (const [index, moment] of moments.entries()) {
    const { where } = moment;
    const deposit = await newDeposit();
    await runUntil(scene, flowOf(deposit), moment);
    assert.deepEqual(await findViolations(db), [], where);
    // A provider that was not answered says it again; what is stored needs nobody to say it.
    const stored = await db.query(sql`select from provider_events where event_key = ${deposit.endToEndId}`);
    if (stored.length === 0 || index % 2 === 0) await runFlow(db, flowOf(deposit));
    await paymentsInbox(db).applyWaiting();
    assert.deepEqual(await stateOf(deposit.id), ['CONFIRMED', 1, 0], where);
  }
  assert.deepEqual(await findViolations(db), []);
  t.diagnostic(`${moments.length} kills`);
});

test('kill -9 anywhere in a confirmation by hand leaves all or nothing', async (t) => {
  const arrange = async () => {
    const deposit = await newDeposit();
    const flow: PaymentFlow = { name: 'confirm', depositId: deposit.id, userId: deposit.userId, key: 'once' };
    return { id: deposit.id, flow };
  };
  const statements = await runUntil(scene, (await arrange()).flow, null);
  const moments = momentsOf(statements, STAYS);
  for (const moment of moments) {
    const { where } = moment;
    const { id, flow } = await arrange();
    await runUntil(scene, flow, moment);
    assert.deepEqual(await findViolations(db), [], where);
    const isDone = (await stateOf(id))?.[0] !== 'PENDING';
    if (!isDone) await runFlow(db, flow);
    else await assert.rejects(runFlow(db, flow), ReplayedAnswer, where);
    assert.deepEqual(await stateOf(id), ['CONFIRMED', 1, 1], where);
  }
  t.diagnostic(`${moments.length} kills`);
});

test('kill -9 around every commit of beginning a deposit: a repeat with its key gets the one charge', async (t) => {
  const { clientId, clientSecret, key } = sandbox.pixAccount;
  const arrange = async (): Promise<PaymentFlow & { name: 'initiate' }> => {
    const { userId } = await createPerson(db);
    return { name: 'initiate', userId, key: 'once', pix: { url: sandbox.pixUrl, clientId, clientSecret, key } };
  };
  const statements = await runUntil(scene, await arrange(), null);
  // Between its two transactions the charge is made.
  const moments = momentsOf(statements, STAYS).filter(({ text }) => text === 'commit');
  for (const moment of moments) {
    const { where } = moment;
    const flow = await arrange();
    await runUntil(scene, flow, moment);
    const repeated = runFlow(db, flow);
    await repeated.catch((error: unknown) => assert.ok(error instanceof ReplayedAnswer, where));
    const rows = await db.query<{ txid: string; hasCode: boolean }>(sql`
      select txid, code is not null as "hasCode" from deposits where user_id = ${flow.userId}`);
    assert.deepEqual([rows.length, rows[0]?.hasCode], [1, true], where);
    const made = (await (await fetch(`${sandbox.url}/control/pix`)).json()) as { charges: { txid: string }[] };
    assert.equal(made.charges.filter(({ txid }) => txid === rows[0]?.txid).length, 1, where);
  }
  t.diagnostic(`${moments.length} kills`);
});
