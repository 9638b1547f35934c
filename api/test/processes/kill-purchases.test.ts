import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, test } from 'node:test';
import { startSandbox } from '@lisura/sandbox';
import { assertItemWithdrawalsSound } from '../../src/modules/trade/item-withdrawals/test-support.ts';
import { createMarketplace } from '../../src/modules/trade/marketplace/index.ts';
import { fixedClock } from '../../src/platform/clock.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger as logger } from '../../src/platform/observability/logger.ts';
import type { PurchaseFlow } from '../support/kills/purchase-flows.ts';
import { killAtEach, momentsOf, runBehindGate, runUndisturbed, useKillScene } from '../support/kills/run-until.ts';
import { marketRecord, setMarket } from '../support/purchases.ts';
import { use } from '../support/use-app.ts';
import { useTestDatabase } from '../support/use-test-database.ts';
import { insertWish, insertWithdrawable, readOwn, startProcess } from '../support/withdrawing-process.ts';

/**
 * A process that withdraws an item is killed between every two statements, around each commit, after its question to
 * the marketplace has left, and while the answer is on its way. The next process settles the rest: by then the
 * marketplace's record and ours are the same, and nothing was bought twice.
 */
const NAME = 'Fracture Case';
const PRICE = 1_000;
const NOT_FOUND_MS = 120_000;

const db = useTestDatabase();
const scene = useKillScene<PurchaseFlow>('purchases', db);
const sandbox = use(
  () => startSandbox({ port: 0 }),
  ({ close }) => close(),
);
let itemId: Id<'item'>;
before(async () => {
  await setMarket(sandbox, { stock: { name: NAME, prices: Array(100).fill(PRICE) }, pricesPerMinute: 0 });
  itemId = await insertWithdrawable(db, NAME);
});

const STAYS = /^commit$|^update orders set status = 'SENT'/;

/** Nothing of the question has arrived at the marketplace, or all of it, with the answer on its way. */
type OnTheWire = 'question' | 'answer';

test('kill -9 anywhere in a withdrawal: it is bought once or not at all, and its item follows', async (t) => {
  const undisturbed = await arrange();
  const statements = await runUndisturbed(scene, undisturbed.flow);
  assert.deepEqual(await outcomeOf(undisturbed), { status: 'BOUGHT', item: 'LOCKED', recorded: 1 });
  const moments = momentsOf(statements, STAYS);
  const outcomes: Record<string, number> = {};
  const count = async (arranged: Arranged, where: string) => {
    const { status, item, recorded } = await outcomeOf(arranged);
    const expected = { BOUGHT: ['LOCKED', 1], REFUSED: ['AVAILABLE', 0], NOTHING: ['AVAILABLE', 0] }[status];
    assert.deepEqual([item, recorded], expected, `${where}: ${status}`);
    outcomes[status] = (outcomes[status] ?? 0) + 1;
    return status;
  };
  for await (const killed of killAtEach(scene, moments, arrange)) {
    await settleAsNextProcess();
    for (const { moment, ...arranged } of killed) await count(arranged, moment.where);
  }
  for (const onTheWire of ['question', 'answer'] as const) {
    const arranged = await killOnTheWire(onTheWire);
    await settleAsNextProcess();
    const status = await count(arranged, `killed with the ${onTheWire} on its way`);
    assert.equal(status, onTheWire === 'answer' ? 'BOUGHT' : 'REFUSED');
  }
  // Every end came about.
  assert.deepEqual(Object.keys(outcomes).sort(), ['BOUGHT', 'NOTHING', 'REFUSED']);
  await assertItemWithdrawalsSound(db);
  t.diagnostic(`${moments.length + 2} kills: ${JSON.stringify(outcomes)}`);
});

interface Arranged {
  flow: PurchaseFlow;
}

async function arrange(): Promise<Arranged> {
  const wish = await insertWish(db, itemId, new Date());
  return { flow: { wish, marketUrl: sandbox.marketUrl, apiKey: sandbox.marketApiKey } };
}

async function settleAsNextProcess(): Promise<void> {
  const clock = fixedClock(new Date());
  const marketplace = createMarketplace({ url: sandbox.marketUrl, apiKey: sandbox.marketApiKey, logger });
  const { settleDue } = startProcess({ db, clock, marketplace });
  for (let look = 0; look < 2; look += 1) {
    clock.advance(NOT_FOUND_MS);
    await settleDue();
  }
}

async function outcomeOf({ flow: { wish } }: Arranged) {
  const [own = assert.fail()] = await readOwn(db, [wish]);
  const { purchases } = await marketRecord(sandbox);
  const recorded = purchases.filter(({ projectId }) => projectId.startsWith(`wd_${wish.inventoryItemId}_`)).length;
  return { status: own.status ?? 'NOTHING', item: own.itemStatus, recorded };
}

/** Withdraws in a process that is killed when what it asks, or what it is answered, is on the way. */
async function killOnTheWire(onTheWire: OnTheWire): Promise<Arranged> {
  const { flow } = await arrange();
  const way = await openWay(onTheWire, () => scene.processes.kill());
  try {
    const { end } = await runBehindGate(scene, { ...flow, marketUrl: `${way.url}/market` });
    assert.deepEqual(end, { code: null, signal: 'SIGKILL' });
    return { flow };
  } finally {
    await way.close();
  }
}

/** Stands between the process and the marketplace, and passes everything on but a purchase that is not to arrive. */
async function openWay(onTheWire: OnTheWire, onMoment: () => void) {
  const server = createServer(async (request, response) => {
    const isPurchase = request.url?.includes('/buy-one-p2p-name?') === true;
    if (isPurchase && onTheWire === 'question') return onMoment();
    const answer = await fetch(`${sandbox.url}${request.url}`);
    const text = await answer.text();
    if (isPurchase && onTheWire === 'answer') return onMoment();
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
