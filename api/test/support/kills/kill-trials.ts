import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { ReplayedAnswer } from '../../../src/platform/database/idempotency.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { findViolations } from '../../../src/verify/find-violations.ts';
import { createTestDatabase } from '../databases.ts';
import { TEST_KEYS } from '../keys.ts';
import { PATIENCE } from '../patience.ts';
import { createFlowProcesses } from './flow-processes.ts';
import { type KillScene, killAtEach, momentsOf, type NamedMoment, runUndisturbed } from './run-until.ts';
import { createMoneyPlayer, NO_CHANGE, type Stage, setStage, type Trials } from './stage.ts';
import type { UserFlow } from './user-flows.ts';
import { changeBetween, readUserState, type UserState } from './user-state.ts';

interface Scene extends KillScene<UserFlow> {
  stage: Stage;
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
      let killed: readonly KilledTrial[];
      before(async () => {
        killed = await killEverywhere(set, kind, trials);
      });
      for (const [index, { title, change }] of trials.entries()) {
        test(`kill -9 anywhere in ${title} leaves all or nothing`, async (t) => {
          const { statements, halts } = killed[index] ?? assert.fail('it was not killed');
          for (const halt of halts) await assertAllOrNothing(set.db, halt, { statements, change, runFlow });
          t.diagnostic(`killed at ${momentsOf(statements).length} moments`);
        });
      }
      // Once for all of them: what a killed flow had left in anybody's rows would still be there.
      test('and every invariant holds after all of them', async () => {
        assert.deepEqual(await findViolations(set.db, { keys: TEST_KEYS }), []);
      });
    });
  }
}

type Trial = Trials['trials'][number];

interface Halt {
  flow: UserFlow;
  earlier: UserState;
  moment: NamedMoment;
  /** It is null where somebody else, at a moment of their own, was in the way. */
  sent: readonly string[] | null;
}

interface KilledTrial {
  statements: readonly string[];
  halts: readonly Halt[];
}

/** Those of all trials side by side: for a process to load takes longer than for many flows to run. */
async function killEverywhere(
  set: Omit<Scene, 'processes'>,
  kind: Trials['kind'],
  trials: readonly Trial[],
): Promise<readonly KilledTrial[]> {
  const scene: Scene = { ...set, processes: createFlowProcesses<UserFlow>(kind) };
  try {
    const statements: (readonly string[])[] = [];
    for (const trial of trials) statements.push(await statementsOf(scene, trial));
    const moments = trials.flatMap((trial, index) =>
      momentsOf(statements[index] ?? []).map((moment) => ({ ...moment, trial })),
    );
    const halts: (Halt & { moment: { trial: Trial } })[] = [];
    const arrange = ({ trial }: { trial: Trial }) => arrangeFor(scene, trial);
    for await (const killed of killAtEach(scene, moments, arrange)) halts.push(...killed);
    return trials.map((trial, index) => ({
      statements: statements[index] ?? [],
      halts: halts.filter(({ moment }) => moment.trial === trial),
    }));
  } finally {
    await scene.processes.close();
  }
}

async function arrangeFor({ db, stage }: Scene, { flow: flowOf }: Trial) {
  const flow = await flowOf(stage, await createMoneyPlayer(stage));
  return { flow, earlier: await readUserState(db, flow.userId) };
}

async function statementsOf(scene: Scene, trial: Trial): Promise<readonly string[]> {
  const undisturbed = await arrangeFor(scene, trial);
  const statements = await runUndisturbed(scene, undisturbed.flow);
  await assertDone(scene.db, undisturbed, trial.change, `${trial.title}, not killed`);
  assertOneTransaction(statements);
  return statements;
}

async function assertDone(
  db: Db,
  { flow, earlier }: Pick<Halt, 'flow' | 'earlier'>,
  change: Trial['change'],
  where: string,
): Promise<void> {
  assert.deepEqual(changeBetween(earlier, await readUserState(db, flow.userId)), { ...NO_CHANGE, ...change }, where);
}

async function assertAllOrNothing(
  db: Db,
  halt: Halt,
  { statements, change, runFlow }: Pick<KilledTrial, 'statements'> & Pick<Trial, 'change'> & Pick<Trials, 'runFlow'>,
): Promise<void> {
  const { flow, earlier, moment, sent } = halt;
  const { where } = moment;
  const later = await readUserState(db, flow.userId);
  if (sent === null) {
    assert.deepEqual(later, earlier, `blocked before it could be ${where}`);
    return;
  }
  assert.deepEqual(sent, statements.slice(0, moment.statement), where);
  // Tells whether a commit on its way has arrived only the server knows.
  const isDone = moment.when === 'during' ? !isDeepStrictEqual(later, earlier) : moment.when === 'after';
  if (isDone) await assertDone(db, halt, change, where);
  else assert.deepEqual(later, earlier, where);

  // Nothing of the dead process is in the way of the next one, and with a key the caller need not know what happened.
  if (!isDone) await runFlow(db, flow);
  else if (flow.key !== null) await assert.rejects(runFlow(db, flow), ReplayedAnswer);
  await assertDone(db, halt, change, `${where}; repeated`);
}

function assertOneTransaction(statements: readonly string[]): void {
  const bounds = statements.filter((text) => ['begin', 'commit'].includes(text));
  assert.deepEqual([...bounds, statements.at(-1)], ['begin', 'commit', 'commit']);
}
