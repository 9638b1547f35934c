import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { createMarketplace } from '../../src/modules/trade/marketplace/index.ts';
import { createOrders } from '../../src/modules/trade/orders/index.ts';
import { ordersInvariants } from '../../src/modules/trade/orders/orders.invariants.ts';
import { fixedClock } from '../../src/platform/clock.ts';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import type { Sql } from '../../src/platform/database/sql.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/flow-processes.ts';
import { createItem } from '../support/items.ts';
import { PATIENCE } from '../support/patience.ts';
import { createPerson } from '../support/people.ts';
import {
  handlePurchases,
  marketRecord,
  NOT_FOUND_MS,
  type PurchaseFlow,
  purchaseRows,
  setMarket,
  type Wanted,
} from '../support/purchases.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from '../support/statement-gate.ts';

/**
 * A process that buys is killed between every two statements it sends, while a commit is on the way, before it hears that
 * one is done, when its question has left, and when the answer is on its way. The next process settles what it has left:
 * by then the marketplace's record and ours are the same, and nothing was bought twice.
 */
const NAME = 'Fracture Case';
const PRICE = 1_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let processes: FlowProcesses<PurchaseFlow>;
let sandbox: Sandbox;
let wanted: Wanted;
before(async () => {
  processes = createFlowProcesses('run-purchase.ts');
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger });
  sandbox = await startSandbox({ port: 0 });
  await setMarket(sandbox, { stock: { name: NAME, prices: Array(100).fill(PRICE) } });
  const { userId } = await createPerson(db);
  wanted = { userIds: [userId], itemId: await createItem(db), name: NAME, maxCoins: PRICE };
});
after(async () => {
  await processes.close();
  await sandbox.close();
  await db.close();
  await database.drop();
});

/** On the way to the marketplace: nothing of the question has arrived, or all of it, with the answer coming back. */
type OnTheWire = 'question' | 'answer';

test('kill -9 anywhere in a purchase: it is bought once or not at all, and its item follows', async (t) => {
  const { statements } = await buyUntil('k_0', null, null);
  assert.deepEqual(await outcomeOf('k_0'), { status: 'BOUGHT', item: 'WITHDRAWN', recorded: 1 });
  const numbersOf = (pattern: RegExp) => statements.flatMap((text, index) => (pattern.test(text) ? [index + 1] : []));
  const moments: Moment[] = [
    ...statements.map((_, index) => ({ statement: index + 1, when: 'before' as const })),
    // What stays when it has arrived: the commits, and the statement that is a transaction of its own.
    ...numbersOf(/^commit$|^update orders set status = 'SENT'/).flatMap((statement) => [
      { statement, when: 'during' as const },
      { statement, when: 'after' as const },
    ]),
  ];
  const outcomes: Record<string, number> = {};
  for (const [index, moment] of moments.entries()) {
    const where = `killed ${moment.when} statement ${moment.statement}: ${statements[moment.statement - 1]}`;
    await killAndSettle(`k_s${index}`, where, { moment }, outcomes);
  }
  for (const onTheWire of ['question', 'answer'] as const) {
    const status = await killAndSettle(
      `k_${onTheWire}`,
      `killed with the ${onTheWire} on its way`,
      { onTheWire },
      outcomes,
    );
    assert.equal(status, onTheWire === 'answer' ? 'BOUGHT' : 'REFUSED');
  }
  // Every end came about.
  assert.deepEqual(Object.keys(outcomes).sort(), ['BOUGHT', 'NOTHING', 'REFUSED']);
  for (const [sentence, question] of Object.entries(ordersInvariants)) {
    assert.deepEqual(await db.query(question as Sql), [], sentence);
  }
  t.diagnostic(`${moments.length + 2} kills: ${JSON.stringify(outcomes)}`);
});

async function killAndSettle(
  projectId: string,
  where: string,
  { moment = null, onTheWire = null }: { moment?: Moment | null; onTheWire?: OnTheWire | null },
  outcomes: Record<string, number>,
): Promise<string> {
  const { signal } = await buyUntil(projectId, moment, onTheWire);
  assert.equal(signal, 'SIGKILL', where);
  await settleAsNextProcess();
  const { status, item, recorded } = await outcomeOf(projectId);
  const expected = { BOUGHT: ['WITHDRAWN', 1], REFUSED: ['AVAILABLE', 0], NOTHING: [null, 0] }[status];
  assert.deepEqual([item, recorded], expected, `${where}: ${status}`);
  outcomes[status] = (outcomes[status] ?? 0) + 1;
  return status;
}

/** Another process, some minutes later. */
async function settleAsNextProcess(): Promise<void> {
  const clock = fixedClock(new Date());
  const orders = createOrders({ db, clock, logger });
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  handlePurchases({ ...wanted, db, orders, marketplace });
  for (let look = 0; look < 2; look += 1) {
    clock.advance(NOT_FOUND_MS);
    await orders.settleDue();
  }
}

async function outcomeOf(projectId: string) {
  const row = (await purchaseRows(db)).find((each) => each.projectId === projectId);
  const { purchases } = await marketRecord(sandbox);
  const recorded = purchases.filter((each) => each.projectId === projectId).length;
  return { status: row?.status ?? 'NOTHING', item: row?.itemStatus ?? null, recorded };
}

/** Buys in a process of its own, which is killed when the moment comes. Gives what it had sent by then. */
async function buyUntil(projectId: string, moment: Moment | null, onTheWire: OnTheWire | null) {
  const worker = processes.take();
  const gate = await openStatementGate(database.url, moment, () => worker.kill());
  const way = await openWay(onTheWire, () => worker.kill());
  try {
    worker.run(gate.url, { ...wanted, projectId, marketUrl: `${way.url}/market`, apiKey: sandbox.marketApiKey });
    const { signal } = await worker.ended;
    return { statements: gate.statements, signal };
  } finally {
    await way.close();
    await gate.close();
    await untilSessionsEnded(db, gate.sessionPids);
  }
}

/** Stands between the process and the marketplace, and passes everything on but what is not to arrive. */
async function openWay(onTheWire: OnTheWire | null, onMoment: () => void) {
  const server = createServer(async (request, response) => {
    if (onTheWire === 'question') return onMoment();
    const answer = await fetch(`${sandbox.url}${request.url}`);
    const text = await answer.text();
    if (onTheWire === 'answer') return onMoment();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
