import { registerHooks } from 'node:module';
import type { MoneyFlow } from './money-flows.ts';

/**
 * A process that loads what moves money, waits for one flow, runs it on the database it is told, and ends.
 *
 * The modules bring their routes along and those the pages of the documentation, which have no part in a flow and are
 * most of what there is to load. Since there is a process for each kill, they stay out.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    /^(@(scalar|fastify)\/|fastify$)/.test(specifier)
      ? { url: 'data:text/javascript,export default undefined', shortCircuit: true }
      : next(specifier, context),
});
const { PATIENCE } = await import('./patience.ts');
const { openDatabase } = await import('../../src/platform/database/db.ts');
const { silentLogger } = await import('../../src/platform/observability/logger.ts');
const { runMoneyFlow } = await import('./money-flows.ts');

process.once('message', async ({ databaseUrl, flow }: { databaseUrl: string; flow: MoneyFlow }) => {
  const db = openDatabase({ patience: PATIENCE, address: databaseUrl, logger: silentLogger });
  await runMoneyFlow(db, flow);
  await db.close();
  process.disconnect?.();
});
