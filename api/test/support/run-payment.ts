import { registerHooks } from 'node:module';
import type { PaymentFlow } from './payment-flows.ts';

/** A process that loads what moves payments, waits for one flow, runs it on the database it is told, and ends. */
registerHooks({
  // Pages of the documentation have no part in it, and are most of what there is to load.
  resolve: (specifier, context, next) =>
    /^(@(scalar|fastify)\/|fastify$)/.test(specifier)
      ? { url: 'data:text/javascript,export default undefined', shortCircuit: true }
      : next(specifier, context),
});
const { PATIENCE } = await import('./patience.ts');
const { openDatabase } = await import('../../src/platform/database/db.ts');
const { silentLogger } = await import('../../src/platform/observability/logger.ts');
const { runPaymentFlow } = await import('./payment-flows.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: PaymentFlow }) => {
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger: silentLogger });
  await runPaymentFlow(db, flow);
  await db.close();
  process.disconnect?.();
});
