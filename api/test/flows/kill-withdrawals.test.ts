import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOneHeld } from '../../src/modules/assets/inventory/test-support.ts';
import { createOrders } from '../../src/modules/trade/orders/index.ts';
import { handlePurchases } from '../../src/modules/trade/withdrawals/purchase/index.ts';
import {
  createWithdrawer,
  openWithdrawals,
  resetMarket,
  type WithdrawalsBench,
  withdraw,
  withdrawalsOf,
} from '../../src/modules/trade/withdrawals/test-support.ts';
import { fixedClock } from '../../src/platform/clock.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/flow-processes.ts';
import type { Person } from '../support/people.ts';
import { marketRecord } from '../support/purchases.ts';
import type { WithdrawalFlow } from '../support/run-withdrawal.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from '../support/statement-gate.ts';

/**
 * A process that withdraws an item is killed around everything that it commits. The next process settles what it has left:
 * the item has gone on its way and was bought once, or it is its owner's as before.
 */
let bench: WithdrawalsBench;
let processes: FlowProcesses<WithdrawalFlow>;
let person: Person;
before(async () => {
  processes = createFlowProcesses('run-withdrawal.ts');
  bench = await openWithdrawals();
  await resetMarket(bench);
  person = await createWithdrawer(bench);
});
after(async () => {
  await processes.close();
  await bench.close();
});

/** What is a transaction of its own: the lease, the record, that it is sent, what became of it, the end of the lease. */
const COMMITS = /^commit$|^(insert into|delete from) item_leases|^update orders set status = 'SENT'/;

/** Of the withdrawal, of the item, and how many were bought. */
const ENDS = ['FAILED AVAILABLE 0', 'WAITING_SELLER LOCKED 1', 'nothing AVAILABLE 0'];

test('kill -9 around every commit of a withdrawal: it is bought once, or the item is as before', async (t) => {
  const { statements } = await withdrawUntil(null);
  const numbers = statements.flatMap((text, index) => (COMMITS.test(text.trim()) ? [index + 1] : []));
  assert.ok(numbers.length >= 5, statements.join('\n'));
  const moments = numbers.flatMap((statement): Moment[] => [
    { statement, when: 'before' },
    ...(statements[statement - 1] === 'commit' ? [{ statement, when: 'during' } as const] : []),
    { statement, when: 'after' },
  ]);
  const ends: Record<string, number> = {};
  for (const moment of moments) {
    const { id, signal } = await withdrawUntil(moment);
    const where = `killed ${moment.when} statement ${moment.statement}: ${statements[moment.statement - 1]}`;
    assert.equal(signal, 'SIGKILL', where);
    await settleAsNextProcess();
    const end = await endOf(id);
    assert.ok(ENDS.includes(end), `${where}: ${end}`);
    ends[end] = (ends[end] ?? 0) + 1;
    if (end.endsWith('AVAILABLE 0')) await withdrawAgain(id);
  }
  assert.deepEqual(Object.keys(ends).sort(), ENDS, 'each came about');
  t.diagnostic(JSON.stringify(ends));
});

async function endOf(id: string): Promise<string> {
  const { app, sandbox } = bench;
  const [stored] = await withdrawalsOf(app.db, id);
  const { purchases } = await marketRecord(sandbox);
  const bought = purchases.filter(({ projectId }) => projectId.startsWith(`wd_${id}_`)).length;
  return `${stored?.status ?? 'nothing'} ${stored?.itemStatus ?? 'AVAILABLE'} ${bought}`;
}

/** What the dead process held of it has ended by itself. */
async function withdrawAgain(id: string): Promise<void> {
  bench.clock.set(new Date(Date.now() + 31_000));
  const { body } = await withdraw(bench, person, id);
  assert.ok(body.withdrawalId, JSON.stringify(body));
}

/** Another process, some minutes later. */
async function settleAsNextProcess(): Promise<void> {
  const { app, market } = bench;
  const clock = fixedClock(new Date());
  const orders = createOrders({ db: app.db, clock, logger });
  const push = { toUser: () => undefined };
  handlePurchases({ orders, clock, marketplace: market, push, tell: () => undefined });
  for (let look = 0; look < 2; look += 1) {
    clock.advance(120_000);
    await orders.settleDue();
  }
}

/** In a process of its own, which is killed when the moment comes. Gives what it had sent by then. */
async function withdrawUntil(moment: Moment | null) {
  const { app, sandbox } = bench;
  const id = await insertOneHeld(app.db, person.userId, bench.itemId);
  const worker = processes.take();
  const gate = await openStatementGate(app.databaseUrl, moment, () => worker.kill());
  try {
    worker.run(gate.url, {
      userId: person.userId,
      inventoryItemId: id,
      marketUrl: sandbox.marketUrl,
      apiKey: sandbox.marketApiKey,
    });
    const { signal } = await worker.ended;
    return { id, statements: gate.statements, signal };
  } finally {
    await gate.close();
    await untilSessionsEnded(app.db, gate.sessionPids);
  }
}
