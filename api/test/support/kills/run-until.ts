import assert from 'node:assert/strict';
import type { Db } from '../../../src/platform/database/db.ts';
import type { FlowProcess, FlowProcesses } from './flow-processes.ts';
import { type Moment, openStatementGate, untilSessionsEnded } from './statement-gate.ts';

/** Where flows run in processes of their own. */
export interface KillScene<Flow> {
  databaseUrl: string;
  db: Db;
  processes: FlowProcesses<Flow>;
}

export interface NamedMoment extends Moment {
  /** Of the statement. */
  text: string;
  /** For who reads that it failed there. */
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

/** Runs the flow in a process of its own, which is killed when `moment` comes. Gives what it had sent by then. */
export async function runUntil<Flow>(
  scene: KillScene<Flow>,
  flow: Flow,
  moment: NamedMoment | null,
): Promise<readonly string[]> {
  const { statements, code, signal } = await runBehindGate(scene, scene.processes.take(), flow, moment);
  if (moment === null) assert.equal(code, 0);
  else assert.equal(signal, 'SIGKILL', moment.where);
  return statements;
}

/** The same in a process that others may kill too. Gives how it has ended besides. */
export async function runBehindGate<Flow>(
  { databaseUrl, db }: Pick<KillScene<Flow>, 'databaseUrl' | 'db'>,
  worker: FlowProcess<Flow>,
  flow: Flow,
  moment: Moment | null,
) {
  const gate = await openStatementGate(databaseUrl, moment, () => worker.kill());
  try {
    worker.run(gate.url, flow);
    return { ...(await worker.ended), statements: gate.statements };
  } finally {
    await gate.close();
    await untilSessionsEnded(db, gate.sessionPids);
  }
}
