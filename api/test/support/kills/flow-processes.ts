import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { FlowKind } from './run-flow.ts';

const PROGRAM = path.join(import.meta.dirname, 'run-flow.ts');
const AHEAD = 2;

export interface FlowProcess<Flow> {
  run(databaseUrl: string, flow: Flow): void;
  kill(): void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface FlowProcesses<Flow> {
  take(): FlowProcess<Flow>;
  close(): Promise<void>;
}

/** Processes that each run one flow of a kind. The next ones load while one runs, since loading takes the longest. */
export function createFlowProcesses<Flow>(kind: FlowKind): FlowProcesses<Flow> {
  const loading = Array.from({ length: AHEAD }, () => startFlowProcess<Flow>(kind));
  return {
    take: () => {
      loading.push(startFlowProcess(kind));
      return loading.shift() as FlowProcess<Flow>;
    },
    close: async () => {
      for (const { kill } of loading) kill();
      await Promise.all(loading.map(({ ended }) => ended));
    },
  };
}

function startFlowProcess<Flow>(kind: FlowKind): FlowProcess<Flow> {
  const child = fork(PROGRAM, [kind], {
    // Cents are `bigint`.
    serialization: 'advanced',
    execArgv: [],
  });
  return {
    run: (databaseUrl, flow) => void child.send({ databaseUrl, flow }),
    kill: () => void child.kill('SIGKILL'),
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
}
