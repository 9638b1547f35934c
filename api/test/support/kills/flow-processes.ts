import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { FlowKind } from './run-flow.ts';

const PROGRAM = path.join(import.meta.dirname, 'run-flow.ts');

interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface FlowProcess<Flow> {
  run(databaseUrl: string, flow: Flow): Promise<'done' | Exit>;
  kill(): Promise<Exit>;
}

export interface FlowProcesses<Flow> {
  /** In the process that lives now, beside whatever else it runs. Gives how that has ended where it ends before. */
  run(databaseUrl: string, flow: Flow): Promise<'done' | Exit>;
  kill(): Promise<Exit>;
  close(): Promise<void>;
}

/** Processes that run flows of a kind, one after the other has been killed. The next one is made for the next flow. */
export function createFlowProcesses<Flow>(kind: FlowKind): FlowProcesses<Flow> {
  let living: FlowProcess<Flow> | null = null;
  const kill = () => {
    const ended = living?.kill();
    living = null;
    return ended ?? assert.fail('none lives');
  };
  return {
    run: (databaseUrl, flow) => {
      living ??= startFlowProcess<Flow>(kind);
      return living.run(databaseUrl, flow);
    },
    kill,
    close: async () => {
      if (living !== null) await kill();
    },
  };
}

function startFlowProcess<Flow>(kind: FlowKind): FlowProcess<Flow> {
  const child = fork(PROGRAM, [kind], {
    // Cents are `bigint`.
    serialization: 'advanced',
    execArgv: [],
  });
  const ended: Promise<Exit> = once(child, 'close').then(([code, signal]) => ({ code, signal }));
  const running: (() => void)[] = [];
  child.on('message', (number: number) => running[number]?.());
  return {
    run: (databaseUrl, flow) => {
      const { promise: done, resolve } = Promise.withResolvers<'done'>();
      const number = running.push(() => resolve('done')) - 1;
      child.send({ number, databaseUrl, flow });
      return Promise.race([done, ended]);
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}
