import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { ReplayedAnswer } from '../../src/platform/database/idempotency.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { TEST_KEYS } from '../support/committed-seeds.ts';
import { createTestDatabase } from '../support/databases.ts';
import { createFlowProcesses, type FlowProcesses } from '../support/flow-processes.ts';
import { type MoneyFlow, runMoneyFlow } from '../support/money-flows.ts';
import { createMoneyPlayer, NO_CHANGE, type Stage, setStage, trials } from '../support/money-trials.ts';
import { PATIENCE } from '../support/patience.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from '../support/statement-gate.ts';
import { changeBetween, readUserState } from '../support/user-state.ts';

/**
 * A process that moves money is killed between every two statements it sends, while its commit is on the way, and before
 * it hears that the commit is done. Before the commit nothing of the flow is there; after it everything is.
 */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let processes: FlowProcesses<MoneyFlow>;
let stage: Stage;
before(async () => {
  database = await createTestDatabase();
  db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
  processes = createFlowProcesses('run-money-flow.ts');
  stage = await setStage(db);
});
after(async () => {
  await processes.close();
  await db.close();
  await database.drop();
});

for (const { title, flow: flowOf, change } of trials) {
  test(`kill -9 anywhere in ${title} leaves all or nothing`, async (t) => {
    const arrange = async () => {
      const flow = await flowOf(stage, await createMoneyPlayer(stage));
      return { flow, earlier: await readUserState(db, flow.userId) };
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
      assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), [], where);
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
    assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
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
    await untilSessionsEnded(db, gate.sessionPids);
  }
}
