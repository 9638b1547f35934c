import { readAnswers, readStatements, standBefore } from '../database-wire.ts';

/** A point in the conversation of a process with its database. Statements count from 1, `begin` and `commit` too. */
export interface Moment {
  statement: number;
  /**
   * When everything before it has been done and answered: `before` it is sent, or `during` its way to the server; `after`
   * it was done too, with the answer on its way back.
   */
  when: 'before' | 'during' | 'after';
}

export interface StatementGate {
  /** The database as the watched process must be given it. */
  url: string;
  statements: string[];
  sessionPids: number[];
  /** Tells whether the moment has come. */
  isShut(): boolean;
  /** Sends the messages on their way once the moment has come; the killer does not know whether they arrive. */
  letGo(): void;
  close(): Promise<void>;
}

/**
 * Stands between a process and PostgreSQL and lets every statement through until `moment` comes. From there on nothing
 * passes any more in either direction: to the server it looks as if the process had fallen silent there, and when that
 * dies its sessions end as they would without the gate.
 */
export async function openStatementGate(databaseUrl: string, moment: Moment | null): Promise<StatementGate> {
  const statements: string[] = [];
  const sessionPids: number[] = [];
  let unanswered = 0;
  let phase: 'open' | 'waiting' | 'shut' = 'open';
  let onItsWay: (() => void) | null = null;

  function shutWhenAnswered(): void {
    if (phase === 'waiting' && unanswered === 0) phase = 'shut';
  }

  function onStatement(text: string, pass: () => void): void {
    if (phase !== 'open') return;
    statements.push(text);
    const when = statements.length === moment?.statement ? moment.when : null;
    if (when === null || when === 'after') {
      unanswered += 1;
      pass();
    }
    if (when === null) return;
    if (when === 'during') onItsWay = pass;
    phase = 'waiting';
    shutWhenAnswered();
  }

  function onDone(): void {
    unanswered -= 1;
    shutWhenAnswered();
  }

  function letGo(): void {
    if (phase === 'shut') onItsWay?.();
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
  return { ...standing, statements, sessionPids, isShut: () => phase === 'shut', letGo };
}
