import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { insertHeld, insertItem } from '../../src/modules/assets/inventory/test-support.ts';
import { holdBalance } from '../../src/modules/assets/wallet/index.ts';
import { createCase, createPlayer } from '../../src/modules/games/live-drops/test-support.ts';
import { type Db, openDatabase, transaction } from '../../src/platform/db.ts';
import { ReplayedAnswer } from '../../src/platform/idempotency.ts';
import type { Id } from '../../src/platform/ids.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { sql } from '../../src/platform/sql.ts';
import { findViolations } from '../invariants/check-invariants.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/flow-processes.ts';
import { type MoneyFlow, runMoneyFlow } from '../support/money-flows.ts';
import { createAdmin } from '../support/people.ts';
import { type Moment, openStatementGate } from '../support/statement-gate.ts';
import { changeBetween, readUserState } from '../support/user-state.ts';

/**
 * A process that moves money is killed between every two statements it sends, while its commit is on the way, and before
 * it hears that the commit is done. Before the commit nothing of the flow is there; after it everything is.
 */
const BALANCE_CENTS = 10_000;
const ITEM_CENTS = 1_000;
/** What is the same before and after, unless a trial tells otherwise. */
const NO_CHANGE = {
  balanceCents: 0,
  transfers: [],
  items: ['AVAILABLE', 'AVAILABLE', 'AVAILABLE'],
  openings: [],
  holds: [],
  audit: [],
  keys: [],
};
const SESSION_ENDS_WITHIN_MS = 10_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let processes: FlowProcesses;
let caseId: Id<'case'>;
let adminId: Id<'user'>;
let itemId: Id<'item'>;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ address: database.url, logger: silentLogger });
  processes = createFlowProcesses();
  caseId = (await createCase(db, { priceCents: 150 })).id;
  adminId = (await createAdmin(db)).userId;
  itemId = await insertItem(db, { valueCents: ITEM_CENTS });
});
after(async () => {
  await processes.close();
  await db.close();
  await database.drop();
});

interface Player {
  userId: Id<'user'>;
  /** Three available ones. */
  ids: Id<'inventoryItem'>[];
}

interface Trial {
  title: string;
  flow(player: Player): Promise<MoneyFlow> | MoneyFlow;
  change: Partial<ReturnType<typeof changeBetween>>;
}

const trials: Trial[] = [
  {
    title: 'selling one item',
    flow: ({ userId, ids }) => ({
      name: 'sellItem',
      userId,
      key: null,
      command: { id: ids[0] as Id<'inventoryItem'> },
    }),
    change: {
      balanceCents: ITEM_CENTS,
      transfers: ['ITEM_SALE 1000'],
      items: ['SOLD for 1000', 'AVAILABLE', 'AVAILABLE'],
    },
  },
  {
    title: 'selling several items',
    flow: ({ userId, ids }) => ({ name: 'sellSeveral', userId, key: null, command: { ids: ids.slice(1) } }),
    change: {
      balanceCents: 2 * ITEM_CENTS,
      transfers: ['ITEM_SALE 2000'],
      items: ['AVAILABLE', 'SOLD for 1000', 'SOLD for 1000'],
    },
  },
  {
    title: 'selling all items',
    flow: ({ userId }) => ({ name: 'sellAll', userId, key: null, command: {} }),
    change: {
      balanceCents: 3 * ITEM_CENTS,
      transfers: ['ITEM_SALE 3000'],
      items: ['SOLD for 1000', 'SOLD for 1000', 'SOLD for 1000'],
    },
  },
  {
    title: 'opening cases',
    flow: ({ userId }) => ({ name: 'openCases', userId, key: null, command: { caseId, quantity: 3 } }),
    change: {
      balanceCents: -450,
      transfers: ['CASE_OPEN 450'],
      items: Array(6).fill('AVAILABLE'),
      openings: ['1 for 150', '2 for 150', '3 for 150'],
    },
  },
  {
    title: 'opening a case with an Idempotency-Key',
    flow: ({ userId }) => ({ name: 'openCases', userId, key: 'again', command: { caseId, quantity: 1 } }),
    change: {
      balanceCents: -150,
      transfers: ['CASE_OPEN 150'],
      items: Array(4).fill('AVAILABLE'),
      openings: ['1 for 150'],
      keys: ['again 200'],
    },
  },
  {
    title: 'an adjustment by an administrator with an Idempotency-Key',
    flow: ({ userId }) => ({
      name: 'adjustBalance',
      userId,
      key: 'once',
      command: { changeCents: -700n, actorId: adminId },
    }),
    change: {
      balanceCents: -700,
      transfers: ['ADMIN_ADJUSTMENT 700'],
      audit: ['BALANCE_ADJUSTED'],
      keys: ['once 200'],
    },
  },
  {
    title: 'setting money aside',
    flow: ({ userId }) => ({ name: 'holdBalance', userId, key: null, command: { amountCents: 900n } }),
    change: { balanceCents: -900, transfers: ['WITHDRAWAL_HOLD 900'], holds: ['HELD 900'] },
  },
  {
    title: 'settling what was set aside',
    flow: async ({ userId }) => {
      const cause = { reason: 'Withdrawal', reference: { type: 'WITHDRAWAL', id: '1' } };
      const holdId = await transaction(db, (tx) => holdBalance(tx, { userId, amountCents: 900n, ...cause }));
      return { name: 'settleHold', userId, key: null, command: { holdId } };
    },
    change: { transfers: ['WITHDRAWAL 900'], holds: ['SETTLED 900'] },
  },
];

for (const { title, flow: flowOf, change } of trials) {
  test(`kill -9 anywhere in ${title} leaves all or nothing`, async (t) => {
    const arrange = async () => {
      const { userId } = await createPlayer(db, BALANCE_CENTS);
      const ids = await insertHeld(db, userId, itemId, { count: 3 });
      const flow = await flowOf({ userId, ids });
      return { flow, earlier: await readUserState(db, userId) };
    };
    const assertDone = async ({ flow, earlier }: Awaited<ReturnType<typeof arrange>>, where: string) =>
      assert.deepEqual(
        changeBetween(earlier, await readUserState(db, flow.userId)),
        { ...NO_CHANGE, ...change },
        where,
      );

    const undisturbed = await arrange();
    const { statements } = await runUntil(undisturbed.flow, null);
    await assertDone(undisturbed, 'not killed');
    // One transaction, and nothing after it.
    const commit = statements.length;
    const bounds = statements.filter((text) => ['begin', 'commit'].includes(text));
    assert.deepEqual([...bounds, statements.at(-1)], ['begin', 'commit', 'commit']);

    const moments: Moment[] = [
      ...statements.map((_, index) => ({ statement: index + 1, when: 'before' as const })),
      { statement: commit, when: 'during' },
      { statement: commit, when: 'after' },
    ];
    for (const moment of moments) {
      const where = `killed ${moment.when} statement ${moment.statement}: ${statements[moment.statement - 1]}`;
      const arranged = await arrange();
      const { flow, earlier } = arranged;
      const killed = await runUntil(flow, moment);
      assert.equal(killed.signal, 'SIGKILL', where);
      assert.deepEqual(killed.statements, statements.slice(0, moment.statement), where);
      assert.deepEqual(await findViolations(db), [], where);
      const later = await readUserState(db, flow.userId);
      // Whether a commit on its way has arrived only the server knows.
      const isDone = moment.when === 'during' ? !isDeepStrictEqual(later, earlier) : moment.when === 'after';
      if (isDone) await assertDone(arranged, where);
      else assert.deepEqual(later, earlier, where);

      // Nothing of the dead process is in the way of the next one, and with a key the caller need not know what happened.
      if (!isDone) await runMoneyFlow(db, flow);
      else if (flow.key !== null) await assert.rejects(runMoneyFlow(db, flow), ReplayedAnswer);
      await assertDone(arranged, `${where}; repeated`);
    }
    assert.deepEqual(await findViolations(db), []);
    t.diagnostic(`${moments.length} kills`);
  });
}

/** Runs the flow in a process of its own, which is killed when `moment` comes. Gives what it had sent by then. */
async function runUntil(flow: MoneyFlow, moment: Moment | null) {
  const worker = processes.take();
  const gate = await openStatementGate(database.url, moment, () => worker.kill());
  try {
    worker.run(gate.url, flow);
    const { code, signal } = await worker.ended;
    if (moment === null) assert.equal(code, 0);
    return { statements: gate.statements, signal };
  } finally {
    await gate.close();
    await untilEnded(gate.sessionPids);
  }
}

/** Until the server has noticed that nobody is there any more. */
async function untilEnded(sessionPids: readonly number[]): Promise<void> {
  const deadline = performance.now() + SESSION_ENDS_WITHIN_MS;
  const isThere = () => db.query(sql`select pid from pg_stat_activity where pid = any(${sessionPids}::int[])`);
  while ((await isThere()).length > 0) {
    assert.ok(performance.now() < deadline, 'a session outlives its process');
    await pause(2);
  }
}
