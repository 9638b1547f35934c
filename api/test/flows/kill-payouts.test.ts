import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { fixedClock } from '../../src/platform/clock.ts';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { sql } from '../../src/platform/database/sql.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/flow-processes.ts';
import { PATIENCE } from '../support/patience.ts';
import { type PayoutFlow, providerOrders } from '../support/payout-flows.ts';
import { confirmedPayout } from '../support/payout-trials.ts';
import { createAdmin, createPlayer } from '../support/people.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from '../support/statement-gate.ts';

/**
 * A process that has a withdrawal paid is killed around everything that stays: the approval, the note that the order may
 * have been sent, and its end. The next process settles what is left. By then the provider has paid once what is
 * COMPLETED, and nothing of what came back. What is before the approval is killed with the flows that move money.
 */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let processes: FlowProcesses<PayoutFlow>;
let sandbox: Sandbox;
let actorId: Id<'user'>;
before(async () => {
  processes = createFlowProcesses('run-money-flow.ts');
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
  sandbox = await startSandbox({ port: 0 });
  ({ userId: actorId } = await createAdmin(db));
});
after(async () => {
  await processes.close();
  await sandbox.close();
  await db.close();
  await database.drop();
});

const accountOf = () => {
  const { clientId, clientSecret, key } = sandbox.pixAccount;
  return { url: sandbox.pixUrl, clientId, clientSecret, key };
};

async function arrange(): Promise<PayoutFlow & { name: 'payThroughProvider' }> {
  const { userId } = await createPlayer(db, 2_000);
  const command = { id: await confirmedPayout(db, userId), actorId, account: accountOf() };
  return { name: 'payThroughProvider', userId, key: null, command };
}

/** Another process, some minutes later. */
async function settleAsNextProcess(): Promise<void> {
  const clock = fixedClock(new Date());
  const { settleDue } = providerOrders(db, accountOf(), clock);
  for (let look = 0; look < 2; look += 1) {
    clock.advance(120_000);
    await settleDue();
  }
}

/** The status, the balance, and how often the provider has paid. */
async function outcomeOf({ userId, command: { id } }: Awaited<ReturnType<typeof arrange>>) {
  const [row] = await db.query<{ status: string; balanceCents: string; sendId: string | null }>(sql`
    select payout.status, balance_cents as "balanceCents", project_id as "sendId" from money_withdrawals payout
    join accounts using (user_id) left join orders on orders.id = order_id
    where payout.id = ${id} and user_id = ${userId}`);
  const { sends } = (await (await fetch(`${sandbox.url}/control/pix`)).json()) as { sends: { idEnvio: string }[] };
  const payments = sends.filter(({ idEnvio }) => idEnvio === row?.sendId).length;
  return [row?.status, Number(row?.balanceCents), payments];
}

test('kill -9 around every step of a payment: it is made once, or the money is back', async (t) => {
  const undisturbed = await arrange();
  const { statements } = await runUntil(undisturbed, null);
  assert.deepEqual(await outcomeOf(undisturbed), ['COMPLETED', 0, 1]);
  const approval = statements.indexOf('commit');
  const sent = statements.findIndex((text) => /^\s*update orders set status = 'SENT'/.test(text));
  const end = statements.lastIndexOf('commit');
  assert.ok(approval < sent && sent < end);
  const around = (index: number): Moment[] =>
    (['before', 'during', 'after'] as const).map((when) => ({ statement: index + 1, when }));
  // After the note and before the next statement the provider was asked, and has answered.
  const answered: Moment = { statement: sent + 2, when: 'before' };
  const moments = [...around(approval), ...around(sent), answered, ...around(end)];
  const outcomes: Record<string, number> = {};
  for (const moment of moments) {
    const where = `killed ${moment.when} statement ${moment.statement}: ${statements[moment.statement - 1]}`;
    const flow = await arrange();
    assert.equal((await runUntil(flow, moment)).signal, 'SIGKILL', where);
    assert.deepEqual(await findViolations(db), [], where);
    await settleAsNextProcess();
    const [status = '', ...rest] = (await outcomeOf(flow)) as [string, number, number];
    const lawful: Record<string, [number, number]> = { PENDING: [0, 0], COMPLETED: [0, 1], REJECTED: [2_000, 0] };
    assert.deepEqual(rest, lawful[status], `${where}: ${status}`);
    outcomes[status] = (outcomes[status] ?? 0) + 1;
  }
  // Every end came about.
  assert.deepEqual(Object.keys(outcomes).sort(), ['COMPLETED', 'PENDING', 'REJECTED']);
  assert.deepEqual(await findViolations(db), []);
  t.diagnostic(`${moments.length} kills: ${JSON.stringify(outcomes)}`);
});

/** Runs the flow in a process of its own, which is killed when `moment` comes. Gives what it had sent by then. */
async function runUntil(flow: PayoutFlow, moment: Moment | null) {
  const worker = processes.take();
  const gate = await openStatementGate(database.url, moment, () => worker.kill());
  try {
    worker.run(gate.url, flow);
    const { code, signal } = await worker.ended;
    if (moment === null) assert.equal(code, 0);
    return { statements: gate.statements, signal };
  } finally {
    await gate.close();
    await untilSessionsEnded(db, gate.sessionPids);
  }
}
