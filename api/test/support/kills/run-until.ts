import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { use } from '../use-app.ts';
import { createFlowProcesses, type FlowProcesses } from './flow-processes.ts';
import type { FlowKind } from './run-flow.ts';
import { findBlocked, untilSessionsEnded } from './server-sessions.ts';
import { type Moment, openStatementGate, type StatementGate } from './statement-gate.ts';

export interface KillScene<Flow> {
  databaseUrl: string;
  db: Db;
  processes: FlowProcesses<Flow>;
}

/** The scene of a file, on a database of its own. */
export const useKillScene = <Flow>(kind: FlowKind, db: Db & { url: string }): KillScene<Flow> =>
  use(
    async () => ({ databaseUrl: db.url, db, processes: createFlowProcesses<Flow>(kind) }),
    ({ processes }) => processes.close(),
  );

export interface NamedMoment extends Moment {
  text: string;
  where: string;
}

/**
 * Before each statement, and besides, around each that stays when it has arrived: the commits, and what is a transaction
 * of its own.
 */
export function momentsOf(statements: readonly string[], stays = /^commit$/): NamedMoment[] {
  return statements.flatMap((sent, index) => {
    const [statement, text] = [index + 1, sent.trim()];
    const whens = stays.test(text) ? (['before', 'during', 'after'] as const) : (['before'] as const);
    return whens.map((when) => ({ statement, when, text, where: `killed ${when} statement ${statement}: ${text}` }));
  });
}

const KILLED = { code: null, signal: 'SIGKILL' };

/** Runs the flow to its end, or until somebody kills its process. Gives which it was, and what it had sent by then. */
export async function runBehindGate<Flow>({ databaseUrl, db, processes }: KillScene<Flow>, flow: Flow) {
  const gate = await openStatementGate(databaseUrl, null);
  try {
    return { end: await processes.run(gate.url, flow), statements: gate.statements };
  } finally {
    await closeGates(db, [gate]);
  }
}

export async function runUndisturbed<Flow>(scene: KillScene<Flow>, flow: Flow): Promise<readonly string[]> {
  const { end, statements } = await runBehindGate(scene, flow);
  assert.equal(end, 'done');
  return statements;
}

interface Halt<Flow> {
  flow: Flow;
  moment: NamedMoment;
}

/** On the fewest connections that a server of tests has: no more than a server's own pool. */
const FEWEST_AT_ONCE = 20;

/** Others have tests on the same server. */
async function mostAtOnce(db: Db): Promise<number> {
  const [row] = await db.query<{ connections: number }>(
    sql`select current_setting('max_connections')::int as connections`,
  );
  return Math.max(FEWEST_AT_ONCE, Math.floor((row?.connections ?? 0) / 8));
}

/**
 * Kills a flow at each of the moments, every time with a scene of its own. One kill meets all flows that do not block
 * each other; one that waits for another's lock gets a new scene for the next kill. At least one always comes to its
 * moment, because nobody else is waited for.
 */
export async function* killAtEach<Of extends NamedMoment, Arranged extends { flow: unknown }>(
  scene: KillScene<Arranged['flow']>,
  moments: readonly Of[],
  arrange: (moment: Of) => Promise<Arranged>,
) {
  const atOnce = await mostAtOnce(scene.db);
  for (let left = moments; left.length > 0; ) {
    const halts: (Arranged & { moment: Of })[] = [];
    for (const moment of left.slice(0, atOnce)) halts.push({ ...(await arrange(moment)), moment });
    const sentByEach = await runAllUntil(scene, halts);
    const ended = halts.map((halt, index) => ({ ...halt, sent: sentByEach[index] ?? null }));
    yield ended;
    const blocked = ended.filter(({ sent }) => sent === null).map(({ moment }) => moment);
    left = [...blocked, ...left.slice(atOnce)];
  }
}

/**
 * Runs flows side by side in one process, each behind a gate of its own, and kills it when all have come to their moments
 * or can come no further. Gives for each what it had sent by its moment, or null where it has not come to it.
 */
async function runAllUntil<Flow>({ databaseUrl, db, processes }: KillScene<Flow>, halts: readonly Halt<Flow>[]) {
  const gates = await Promise.all(halts.map(({ moment }) => openStatementGate(databaseUrl, moment)));
  try {
    const ends = gates.map((gate, index) => processes.run(gate.url, (halts[index] as Halt<Flow>).flow));
    let firstEnd: unknown = null;
    Promise.race(ends).then((end) => {
      firstEnd = end;
    });
    while (!(await isAtRest(db, gates))) {
      assert.equal(firstEnd, null, 'a flow has ended that was to be killed');
      await pause(POLL_MS);
    }
    const sentByEach = gates.map((gate) => (gate.isShut() ? gate.statements : null));
    for (const gate of gates) gate.letGo();
    assert.deepEqual(await processes.kill(), KILLED);
    return sentByEach;
  } finally {
    await closeGates(db, gates);
  }
}

const POLL_MS = 5;

/** Tells whether each stands at its moment, or waits for a lock of one that does. */
async function isAtRest(db: Db, gates: readonly StatementGate[]): Promise<boolean> {
  const standing = gates.filter((gate) => gate.isShut());
  if (standing.length === 0 || standing.length === gates.length) return standing.length > 0;
  const pidsOf = (some: readonly StatementGate[]) => some.flatMap(({ sessionPids }) => sessionPids);
  const blocked = await findBlocked(db, { pids: pidsOf(gates), by: pidsOf(standing) });
  return gates.every((gate) => gate.isShut() || gate.sessionPids.some((pid) => blocked.has(pid)));
}

async function closeGates(db: Db, gates: readonly StatementGate[]): Promise<void> {
  for (const gate of gates) await gate.close();
  await untilSessionsEnded(
    db,
    gates.flatMap(({ sessionPids }) => sessionPids),
  );
}
