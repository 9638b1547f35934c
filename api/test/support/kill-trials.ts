import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Db, openDatabase } from '../../src/platform/database/db.ts';
import { ReplayedAnswer } from '../../src/platform/database/idempotency.ts';
import { silentLogger } from '../../src/platform/observability/logger.ts';
import { findViolations } from '../../src/verify/find-violations.ts';
import { TEST_KEYS } from './committed-seeds.ts';
import { createTestDatabase } from './databases.ts';
import { createFlowProcesses, type FlowProcesses } from './flow-processes.ts';
import { type MoneyFlow, runMoneyFlow } from './money-flows.ts';
import { createMoneyPlayer, NO_CHANGE, type Stage, setStage, type Trial } from './money-trials.ts';
import { PATIENCE } from './patience.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from './statement-gate.ts';
import { changeBetween, readUserState } from './user-state.ts';

interface Scene {
  databaseUrl: string;
  db: Db;
  processes: FlowProcesses<MoneyFlow>;
  stage: Stage;
}

/**
 * A process that moves money is killed between every two statements it sends, while its commit is on the way, and before
 * it hears that the commit is done. Before the commit nothing of the flow is there; after it everything is.
 */
export function testKillsIn(trials: readonly Trial[]): void {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let scene: Scene;
  before(async () => {
    database = await createTestDatabase();
    const db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
    const processes = createFlowProcesses<MoneyFlow>('run-money-flow.ts');
    scene = { databaseUrl: database.url, db, processes, stage: await setStage(db) };
  });
  after(async () => {
    await scene.processes.close();
    await scene.db.close();
    await database.drop();
  });
  for (const trial of trials) {
    test(`kill -9 anywhere in ${trial.title} leaves all or nothing`, (t) => killEverywhere(scene, trial, t));
  }
}

async function killEverywhere(scene: Scene, { flow: flowOf, change }: Trial, t: TestContext): Promise<void> {
  const { db, stage } = scene;
  const arrange = async () => {
    const flow = await flowOf(stage, await createMoneyPlayer(stage));
    return { flow, earlier: await readUserState(db, flow.userId) };
  };
  const assertDone = async ({ flow, earlier }: Awaited<ReturnType<typeof arrange>>, where: string) =>
    assert.deepEqual(changeBetween(earlier, await readUserState(db, flow.userId)), { ...NO_CHANGE, ...change }, where);

  const undisturbed = await arrange();
  const { statements } = await runUntil(scene, undisturbed.flow, null);
  await assertDone(undisturbed, 'not killed');
  for (const moment of momentsOf(statements)) {
    const where = `killed ${moment.when} statement ${moment.statement}: ${statements[moment.statement - 1]}`;
    const arranged = await arrange();
    const { flow, earlier } = arranged;
    const killed = await runUntil(scene, flow, moment);
    assert.equal(killed.signal, 'SIGKILL', where);
    assert.deepEqual(killed.statements, statements.slice(0, moment.statement), where);
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
  // Once for all of them: what a killed flow had left in anybody's rows would still be there.
  assert.deepEqual(await findViolations(db, { keys: TEST_KEYS }), []);
  t.diagnostic(`${momentsOf(statements).length} kills`);
}

/** Of a flow that is one transaction, with nothing after it. */
function momentsOf(statements: readonly string[]): Moment[] {
  const commit = statements.length;
  const bounds = statements.filter((text) => ['begin', 'commit'].includes(text));
  assert.deepEqual([...bounds, statements.at(-1)], ['begin', 'commit', 'commit']);
  return [
    ...statements.map((_, index) => ({ statement: index + 1, when: 'before' as const })),
    { statement: commit, when: 'during' },
    { statement: commit, when: 'after' },
  ];
}

/** Runs the flow in a process of its own, which is killed when `moment` comes. Gives what it had sent by then. */
async function runUntil({ databaseUrl, db, processes }: Scene, flow: MoneyFlow, moment: Moment | null) {
  const worker = processes.take();
  const gate = await openStatementGate(databaseUrl, moment, () => worker.kill());
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
