import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { fixedClock } from '../../src/platform/clock.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { type PayoutFlow, providerOrders } from '../support/kills/payout-flows.ts';
import { confirmedPayout } from '../support/kills/payout-trials.ts';
import { killAtEach, momentsOf, runUndisturbed, useKillScene } from '../support/kills/run-until.ts';
import type { Moment } from '../support/kills/statement-gate.ts';
import { createAdmin, createPlayer } from '../support/people.ts';
import { use } from '../support/use-app.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

/**
 * A process that pays a withdrawal is killed around every commit: the approval, the note that the order may have been
 * sent, before which the key is read, and its end. The next process settles the rest. By then the provider has paid
 * once for each COMPLETED one. An order that was noted as sent but never was stays APPROVED with its money held: a 404
 * of the provider gives nothing back, because a send on its way would be answered so, too. An administrator ends it
 * after a look. Moments before the approval are killed with the flows that move money.
 */
const db = useTestDatabase();
const scene = useKillScene<PayoutFlow>('payouts', db);
const sandbox = use(
  () => startSandbox({ port: 0 }),
  ({ close }) => close(),
);
let actorId: Id<'user'>;
before(async () => {
  ({ userId: actorId } = await createAdmin(db));
});

const accountOf = () => {
  const { clientId, clientSecret, key } = sandbox.pixAccount;
  return { url: sandbox.pixUrl, clientId, clientSecret, key };
};

async function arrange(): Promise<{ flow: PayoutFlow & { name: 'payThroughProvider' } }> {
  const { userId } = await createPlayer(db, 2_000);
  const command = { id: await confirmedPayout(db, userId), actorId, account: accountOf() };
  return { flow: { name: 'payThroughProvider', userId, key: null, command } };
}

async function settleAsNextProcess(): Promise<void> {
  const clock = fixedClock(new Date());
  const { settleDue } = providerOrders(db, accountOf(), clock);
  for (let look = 0; look < 2; look += 1) {
    clock.advance(120_000);
    await settleDue();
  }
}

async function endNotPaid({ command: { id } }: PayoutFlow & { name: 'payThroughProvider' }): Promise<void> {
  const clock = fixedClock(new Date(Date.now() + 2 * 3_600_000));
  const [row] = await db.query<{ orderId: Id<'order'> }>(sql`
    select order_id from money_withdrawals where id = ${id}`);
  const command = { id: row?.orderId ?? assert.fail(), found: null, reason: 'Not at the provider', actorId, ip: '::1' };
  await providerOrders(db, accountOf(), clock).endManually(command, null);
}

async function outcomeOf({ flow: { userId, command } }: Awaited<ReturnType<typeof arrange>>) {
  const [row] = await db.query<{ status: string; balanceCents: bigint; sendId: string | null }>(sql`
    select payout.status, balance_cents, project_id as send_id from money_withdrawals payout
    join accounts using (user_id) left join orders on orders.id = order_id
    where payout.id = ${command.id} and user_id = ${userId}`);
  const { sends } = (await (await fetch(`${sandbox.url}/control/pix`)).json()) as { sends: { idEnvio: string }[] };
  const payments = sends.filter(({ idEnvio }) => idEnvio === row?.sendId).length;
  return [row?.status, Number(row?.balanceCents), payments];
}

const SENT = /^update orders set status = 'SENT'/;
const STAYS = new RegExp(`^commit$|${SENT.source}`);

const KEY_READ = /^select pix_key/;

interface Steps {
  approval: number;
  sent: number;
}

/** Says how a payment ends that was cut at a moment. Nobody knows whether a statement on its way has arrived. */
function endsOf({ statement, when }: Moment, { approval, sent }: Steps): readonly string[] {
  if (statement === approval && when === 'before') return ['PENDING'];
  if (statement === approval && when === 'during') return ['PENDING', 'COMPLETED'];
  if (statement === sent && when === 'during') return ['COMPLETED', 'APPROVED'];
  if (statement === sent && when === 'after') return ['APPROVED'];
  return ['COMPLETED'];
}

test('kill -9 around every step of a payment: it is made once, or waits for a word on it', async (t) => {
  const undisturbed = await arrange();
  const statements = await runUndisturbed(scene, undisturbed.flow);
  assert.deepEqual(await outcomeOf(undisturbed), ['COMPLETED', 0, 1]);
  const approval = statements.indexOf('commit') + 1;
  const sent = statements.findIndex((text) => SENT.test(text.trim())) + 1;
  const keyRead = statements.findIndex((text) => KEY_READ.test(text.trim())) + 1;
  const end = statements.lastIndexOf('commit') + 1;
  assert.ok(0 < approval && approval < keyRead && keyRead < sent && sent + 1 < end);
  // After the note and before the next statement the provider was asked, and has answered.
  const answered = sent + 1;
  const moments = momentsOf(statements, STAYS).filter(({ statement }) =>
    [approval, keyRead, sent, answered, end].includes(statement),
  );
  assert.equal(moments.length, 3 + 3 + 1 + 1 + 3);
  const outcomes: Record<string, number> = {};
  for await (const killed of killAtEach(scene, moments, arrange)) {
    assert.deepEqual(await findViolations(db), []);
    await settleAsNextProcess();
    for (const { moment, sent: reached, ...arranged } of killed) {
      const [status = '', ...rest] = (await outcomeOf(arranged)) as [string, number, number];
      if (reached !== null)
        assert.ok(endsOf(moment, { approval, sent }).includes(status), `${moment.where}: ${status}`);
      const lawful: Record<string, [number, number]> = { PENDING: [0, 0], APPROVED: [0, 0], COMPLETED: [0, 1] };
      assert.deepEqual(rest, lawful[status], `${moment.where}: ${status}`);
      outcomes[status] = (outcomes[status] ?? 0) + 1;
      if (status !== 'APPROVED') continue;
      await endNotPaid(arranged.flow);
      assert.deepEqual(await outcomeOf(arranged), ['REJECTED', 2_000, 0], moment.where);
    }
  }
  assert.deepEqual(Object.keys(outcomes).sort(), ['APPROVED', 'COMPLETED', 'PENDING']);
  assert.deepEqual(await findViolations(db), []);
  t.diagnostic(`${moments.length} kills: ${JSON.stringify(outcomes)}`);
});
