import { rollOf, seedHash } from '@lisura/fairness';
import fastify from 'fastify';

/** The yardsticks: Fastify with routes that do the work of ours, and nothing else. */
interface Inputs {
  serverSeed: string;
  clientSeed: string;
  nonce: number;
  max: number;
}

const app = fastify();
app.post('/roll', async ({ body }) => {
  const inputs = body as Inputs;
  return { ...inputs, serverSeedHash: seedHash(inputs.serverSeed), roll: rollOf(inputs) };
});
app.get('/', async () => ({ balanceCents: '100000', balanceFormatted: 'R$ 1.000,00' }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`API  ${address}/api\nCtrl-C stops it`);
