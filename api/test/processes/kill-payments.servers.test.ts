import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { ReplayedAnswer } from '../../src/platform/database/idempotency.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { type PaymentFlow, paymentsInbox, runFlow } from '../support/kills/payment-flows.ts';
import { killAtEach, momentsOf, runUndisturbed, useKillScene } from '../support/kills/run-until.ts';
import { createPerson } from '../support/people.ts';
import { use } from '../support/use-app.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

/**
 * A process that takes payments is killed between every two statements, and while a commit is on its way. A repeat or
 * the job then brings each payment to its one end.
 */
const db = useTestDatabase();
const scene = useKillScene<PaymentFlow>('payments', db);
const sandbox = use(
  () => startSandbox({ port: 0 }),
  ({ close }) => close(),
);

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
  const arrange = async () => {
    const { id, endToEndId, txid } = await newDeposit();
    const flow: PaymentFlow = { name: 'receive', endToEndId, txid, amountCents: 5_000n };
    return { id, endToEndId, flow };
  };
  const undisturbed = await arrange();
  const statements = await runUndisturbed(scene, undisturbed.flow);
  assert.deepEqual(await stateOf(undisturbed.id), ['CONFIRMED', 1, 0]);
  const moments = momentsOf(statements, STAYS);
  for await (const killed of killAtEach(scene, moments, arrange)) {
    assert.deepEqual(await findViolations(db), []);
    for (const [index, { flow, endToEndId }] of killed.entries()) {
      // A provider without an answer repeats its message; a stored one needs no repeat.
      const stored = await db.query(sql`select from provider_events where event_key = ${endToEndId}`);
      if (stored.length === 0 || index % 2 === 0) await runFlow(db, flow);
    }
    await paymentsInbox(db).applyWaiting();
    for (const { id, moment } of killed) assert.deepEqual(await stateOf(id), ['CONFIRMED', 1, 0], moment.where);
  }
  assert.deepEqual(await findViolations(db), []);
  t.diagnostic(`${moments.length} kills`);
});

test('kill -9 anywhere in a confirmation by hand leaves all or nothing', async (t) => {
  const arrange = async () => {
    const deposit = await newDeposit();
    // Nobody confirms a deposit of their own.
    const { userId } = await createPerson(db);
    const flow: PaymentFlow = { name: 'confirm', depositId: deposit.id, userId, key: 'once' };
    return { id: deposit.id, flow };
  };
  const statements = await runUndisturbed(scene, (await arrange()).flow);
  const moments = momentsOf(statements, STAYS);
  for await (const killed of killAtEach(scene, moments, arrange)) {
    assert.deepEqual(await findViolations(db), []);
    for (const { id, flow, moment } of killed) {
      const { where } = moment;
      const isDone = (await stateOf(id))?.[0] !== 'PENDING';
      if (!isDone) await runFlow(db, flow);
      else await assert.rejects(runFlow(db, flow), ReplayedAnswer, where);
      assert.deepEqual(await stateOf(id), ['CONFIRMED', 1, 1], where);
    }
  }
  t.diagnostic(`${moments.length} kills`);
});

test('kill -9 around every commit of beginning a deposit: a repeat with its key gets the one charge', async (t) => {
  const { clientId, clientSecret, key } = sandbox.pixAccount;
  const arrange = async () => {
    const { userId } = await createPerson(db);
    const pix = { url: sandbox.pixUrl, clientId, clientSecret, key };
    const flow: PaymentFlow = { name: 'initiate', userId, key: 'once', pix };
    return { userId, flow };
  };
  const statements = await runUndisturbed(scene, (await arrange()).flow);
  // Between its two transactions the charge is made.
  const moments = momentsOf(statements, STAYS).filter(({ text }) => text === 'commit');
  for await (const killed of killAtEach(scene, moments, arrange)) {
    for (const { flow, userId, moment } of killed) {
      const { where } = moment;
      const repeated = runFlow(db, flow);
      await repeated.catch((error: unknown) => assert.ok(error instanceof ReplayedAnswer, where));
      const rows = await db.query<{ txid: string; hasCode: boolean }>(sql`
        select txid, code is not null as has_code from deposits where user_id = ${userId}`);
      assert.deepEqual([rows.length, rows[0]?.hasCode], [1, true], where);
      const made = (await (await fetch(`${sandbox.url}/control/pix`)).json()) as { charges: { txid: string }[] };
      assert.equal(made.charges.filter(({ txid }) => txid === rows[0]?.txid).length, 1, where);
    }
  }
  t.diagnostic(`${moments.length} kills`);
});
