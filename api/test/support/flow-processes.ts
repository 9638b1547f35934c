import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { MoneyFlow } from './money-flows.ts';

const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/lisura');
const AHEAD = 2;

interface FlowProcess {
  run(databaseUrl: string, flow: MoneyFlow): void;
  kill(): void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

export interface FlowProcesses {
  take(): FlowProcess;
  close(): Promise<void>;
}

/** Processes that each run one flow. The next ones load while one runs, since loading takes the longest. */
export function createFlowProcesses(): FlowProcesses {
  const loading = Array.from({ length: AHEAD }, startFlowProcess);
  return {
    take: () => {
      loading.push(startFlowProcess());
      return loading.shift() as FlowProcess;
    },
    close: async () => {
      for (const { kill } of loading) kill();
      await Promise.all(loading.map(({ ended }) => ended));
    },
  };
}

function startFlowProcess(): FlowProcess {
  const child = fork(new URL('./run-money-flow.ts', import.meta.url), {
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
