import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { readAnswers, readStatements, standBefore } from '../database-wire.ts';
import { HANG_MS } from '../patience.ts';

/** A point in the conversation of a process with its database. Statements count from 1, `begin` and `commit` too. */
export interface Moment {
  statement: number;
  /**
   * `before` it is sent, when everything before it has been done and answered; `during`, as soon as it is on its way;
   * `after` it was done, with the answer on its way back.
   */
  when: 'before' | 'during' | 'after';
}

export interface StatementGate {
  /** The database as the watched process must be given it. */
  url: string;
  /** What the process has sent, in order. */
  statements: string[];
  /** The sessions that it had on the server. */
  sessionPids: number[];
  close(): Promise<void>;
}

/**
 * Stands between a process and PostgreSQL and lets every statement through until `moment` comes. Then it tells so,
 * and from there on nothing passes any more in either direction: to the server it looks as if the process had fallen
 * silent there, and when that dies its sessions end as they would without the gate.
 */
export async function openStatementGate(
  databaseUrl: string,
  moment: Moment | null,
  onMoment: () => void,
): Promise<StatementGate> {
  const statements: string[] = [];
  const sessionPids: number[] = [];
  let unanswered = 0;
  let phase: 'open' | 'waiting' | 'shut' = 'open';

  function shut(): void {
    phase = 'shut';
    onMoment();
  }

  function onStatement(text: string, pass: () => void): void {
    if (phase !== 'open') return;
    statements.push(text);
    const when = statements.length === moment?.statement ? moment.when : undefined;
    if (when !== 'before') {
      unanswered += 1;
      pass();
    }
    if (when === undefined) return;
    phase = 'waiting';
    if (when === 'during' || unanswered === 0) shut();
  }

  function onDone(): void {
    unanswered -= 1;
    if (phase === 'waiting' && unanswered === 0) shut();
  }

  const standing = await standBefore(databaseUrl, (client, upstream) => {
    client.on(
      'data',
      readStatements(onStatement, (bytes) => upstream.write(bytes)),
    );
    const follow = readAnswers((pid) => sessionPids.push(pid), onDone);
    upstream.on('data', (chunk: Buffer) => {
      follow(chunk);
      if (phase === 'open') client.write(chunk);
    });
  });
  return { ...standing, statements, sessionPids };
}

/** Until the server has noticed that nobody is there any more. */
export async function untilSessionsEnded(db: Db, sessionPids: readonly number[]): Promise<void> {
  const deadline = performance.now() + HANG_MS;
  const isThere = () => db.query(sql`select pid from pg_stat_activity where pid = any(${sessionPids}::int[])`);
  while ((await isThere()).length > 0) {
    assert.ok(performance.now() < deadline, 'a session outlives its process');
    await pause(2);
  }
}
