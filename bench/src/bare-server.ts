import fastify from 'fastify';

/** The yardstick: Fastify with a route that parses and answers the same body, and nothing else. */
const app = fastify();
app.post('/', async (request) => request.body);
app.get('/', async () => ({ balanceCents: '100000', balanceFormatted: 'R$ 1.000,00' }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`API  ${address}/api\nCtrl-C stops it`);
