import assert from 'node:assert/strict';
import { after, before, suite, type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { ReplayedAnswer } from '../../../src/platform/database/idempotency.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { createTestDatabase } from '../databases.ts';
import { TEST_KEYS } from '../keys.ts';
import { PATIENCE } from '../patience.ts';
import { createFlowProcesses, type FlowProcesses } from './flow-processes.ts';
import { killAtEach, momentsOf, runUndisturbed } from './run-until.ts';
import { createMoneyPlayer, NO_CHANGE, type Stage, setStage, type Trials } from './stage.ts';
import type { UserFlow } from './user-flows.ts';
import { changeBetween, readUserState } from './user-state.ts';

interface Scene {
  databaseUrl: string;
  db: Db;
  stage: Stage;
  processes: FlowProcesses<UserFlow>;
}

/**
 * A process that moves money is killed between every two statements it sends, while its commit is on the way, and before
 * it hears that the commit is done. Before the commit nothing of the flow is there; after it everything is.
 */
export function testKillsIn(...kinds: readonly Trials[]): void {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let set: Omit<Scene, 'processes'>;
  before(async () => {
    database = await createTestDatabase();
    const db = openDatabase({ patience: PATIENCE, address: database.url, logger: silentLogger });
    set = { databaseUrl: database.url, db, stage: await setStage(db) };
  });
  after(async () => {
    await set.db.close();
    await database.drop();
  });
  for (const { kind, runFlow, trials } of kinds) {
    suite(kind, () => {
      let processes: FlowProcesses<UserFlow>;
      before(() => {
        processes = createFlowProcesses(kind);
      });
      after(() => processes.close());
      for (const trial of trials) {
        test(`kill -9 anywhere in ${trial.title} leaves all or nothing`, (t) =>
          killEverywhere({ ...set, processes }, { ...trial, runFlow }, t));
      }
      // Once for all of them: what a killed flow had left in anybody's rows would still be there.
      test('and every invariant holds after all of them', async () => {
        assert.deepEqual(await findViolations(set.db, { keys: TEST_KEYS }), []);
      });
    });
  }
}

type Trial = Trials['trials'][number] & Pick<Trials, 'runFlow'>;

async function killEverywhere(scene: Scene, { flow: flowOf, change, runFlow }: Trial, t: TestContext): Promise<void> {
  const { db, stage } = scene;
  const arrange = async () => {
    const flow = await flowOf(stage, await createMoneyPlayer(stage));
    return { flow, earlier: await readUserState(db, flow.userId) };
  };
  const assertDone = async ({ flow, earlier }: Awaited<ReturnType<typeof arrange>>, where: string) =>
    assert.deepEqual(changeBetween(earlier, await readUserState(db, flow.userId)), { ...NO_CHANGE, ...change }, where);

  const undisturbed = await arrange();
  const statements = await runUndisturbed(scene, undisturbed.flow);
  await assertDone(undisturbed, 'not killed');
  assertOneTransaction(statements);
  const moments = momentsOf(statements);
  let processes = 0;
  for await (const killed of killAtEach(scene, moments, arrange)) {
    processes += 1;
    for (const { moment, sent, ...arranged } of killed) {
      const { flow, earlier } = arranged;
      const { where } = moment;
      const later = await readUserState(db, flow.userId);
      if (sent === null) {
        assert.deepEqual(later, earlier, `blocked before it could be ${where}`);
        continue;
      }
      assert.deepEqual(sent, statements.slice(0, moment.statement), where);
      // Whether a commit on its way has arrived only the server knows.
      const isDone = moment.when === 'during' ? !isDeepStrictEqual(later, earlier) : moment.when === 'after';
      if (isDone) await assertDone(arranged, where);
      else assert.deepEqual(later, earlier, where);

      // Nothing of the dead process is in the way of the next one, and with a key the caller need not know what happened.
      if (!isDone) await runFlow(db, flow);
      else if (flow.key !== null) await assert.rejects(runFlow(db, flow), ReplayedAnswer);
      await assertDone(arranged, `${where}; repeated`);
    }
  }
  t.diagnostic(`killed at ${moments.length} moments; processes: ${processes}`);
}

/** With nothing after it. */
function assertOneTransaction(statements: readonly string[]): void {
  const bounds = statements.filter((text) => ['begin', 'commit'].includes(text));
  assert.deepEqual([...bounds, statements.at(-1)], ['begin', 'commit', 'commit']);
}
