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
  /** With everything that it runs. The next one lives from then on. */
  kill(): Promise<Exit>;
  close(): Promise<void>;
}

/** Processes that run flows of a kind, one after the other has been killed. The next one loads while one looks at what is left. */
export function createFlowProcesses<Flow>(kind: FlowKind): FlowProcesses<Flow> {
  let living = startFlowProcess<Flow>(kind);
  return {
    run: (databaseUrl, flow) => living.run(databaseUrl, flow),
    kill: () => {
      const ended = living.kill();
      living = startFlowProcess(kind);
      return ended;
    },
    close: async () => {
      await living.kill();
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
