import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/lisura');
const AHEAD = 2;

interface FlowProcess<Flow> {
  run(databaseUrl: string, flow: Flow): void;
  kill(): void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface FlowProcesses<Flow> {
  take(): FlowProcess<Flow>;
  close(): Promise<void>;
}

/** Processes that each run one flow by a program. The next ones load while one runs, since loading takes the longest. */
export function createFlowProcesses<Flow>(program: string): FlowProcesses<Flow> {
  const loading = Array.from({ length: AHEAD }, () => startFlowProcess<Flow>(program));
  return {
    take: () => {
      loading.push(startFlowProcess(program));
      return loading.shift() as FlowProcess<Flow>;
    },
    close: async () => {
      for (const { kill } of loading) kill();
      await Promise.all(loading.map(({ ended }) => ended));
    },
  };
}

function startFlowProcess<Flow>(program: string): FlowProcess<Flow> {
  const child = fork(path.join(import.meta.dirname, program), {
    // Cents are `bigint`.
    serialization: 'advanced',
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
    execArgv: [],
  });
  return {
    run: (databaseUrl, flow) => void child.send({ databaseUrl, flow }),
    kill: () => void child.kill('SIGKILL'),
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
}
