import { registerHooks } from 'node:module';
import type { Db } from '../../../src/platform/database/db.ts';

/** A process that loads the flows it is named, runs each that it is given on the database it is told, and says when it is done. */
const FLOWS = {
  assets: () => import('./asset-flows.ts'),
  battles: () => import('./battle-flows.ts'),
  cases: () => import('./case-flows.ts'),
  events: () => import('./event-flows.ts'),
  offers: () => import('./offer-flows.ts'),
  payments: () => import('./payment-flows.ts'),
  payouts: () => import('./payout-flows.ts'),
  purchases: () => import('./purchase-flows.ts'),
  raffles: () => import('./raffle-flows.ts'),
  sharedLock: () => import('./shared-lock-flows.ts'),
  siteSwaps: () => import('./site-swap-flows.ts'),
  upgrades: () => import('./upgrade-flows.ts'),
};

export type FlowKind = keyof typeof FLOWS;

interface RunFlow {
  runFlow(db: Db, flow: unknown): Promise<unknown>;
}

/** Since a process ends with every kill, it loads no more than a flow needs: what asks outside checks what it is told. */
const ASKING_OUTSIDE: readonly string[] = ['payments', 'payouts', 'purchases', 'siteSwaps'] satisfies FlowKind[];
const SERVING = /^(@(scalar|fastify)\/.+|fastify|prom-client)$/;
const SERVING_OR_ASKING = /^(@(scalar|fastify)\/.+|fastify|prom-client|typebox|ajv|node:https?)$/;
const ABSENT = ASKING_OUTSIDE.includes(process.argv[2] ?? '') ? SERVING : SERVING_OR_ASKING;
const IN_THEIR_PLACE = new URL('absent-packages.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    ABSENT.test(specifier)
      ? { url: IN_THEIR_PLACE, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
const { PATIENCE } = await import('../patience.ts');
const { openDatabase } = await import('../../../src/platform/database/db.ts');
const { silentLogger } = await import('../../../src/platform/observability/logger.ts');
const { runFlow }: RunFlow = await FLOWS[process.argv[2] as FlowKind]();

interface Run {
  number: number;
  databaseUrl: string;
  flow: unknown;
}

process.on('message', async ({ number, databaseUrl, flow }: Run) => {
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger: silentLogger });
  await runFlow(db, flow);
  await db.close();
  process.send?.(number);
});
