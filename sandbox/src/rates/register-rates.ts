import type { FastifyInstance } from 'fastify';
import { createServiceFaults, type ServiceFaultSetting, serviceControlSchema } from '../service-faults.ts';
import type { SandboxContext, StandIn } from '../stand-in.ts';

const DEFAULT_RATE = '5.4321';
const PAIR = 'USD-BRL';

const controlSchema = serviceControlSchema({ rate: { type: 'string', pattern: '^[0-9]{1,6}(\\.[0-9]{1,8})?$' } });

/** Exchange rates as AwesomeAPI gives them. */
export function registerRates(server: FastifyInstance, context: SandboxContext): StandIn {
  const faults = createServiceFaults(context, {});
  let rate = DEFAULT_RATE;

  server.get<{ Params: { pair: string } }>(
    '/rates/json/last/:pair',
    { preHandler: faults.disturb },
    async (request, reply) => {
      const { pair } = request.params;
      if (pair === PAIR) return { USDBRL: quotation(rate, context.now()) };
      return reply.code(404).send({ status: 404, code: 'CoinNotExists', message: `moeda nao encontrada ${pair}` });
    },
  );

  const state = () => ({ rate, ...faults.state() });
  server.get('/control/rates', async () => state());
  server.post<{ Body: ServiceFaultSetting & { rate?: string } }>(
    '/control/rates',
    { schema: { body: controlSchema } },
    async (request) => {
      const { rate: newRate, ...fault } = request.body;
      if (newRate !== undefined) rate = newRate;
      faults.set(fault);
      return state();
    },
  );

  return {
    name: 'Rates',
    purpose: 'Tells what a US dollar costs in reais, as AwesomeAPI does. The rate stays until it is set.',
    addresses: [
      { method: 'GET', path: `/rates/json/last/${PAIR}`, note: 'The only pair it knows.', canBeOpened: true },
    ],
    controls: [
      {
        path: '/control/rates',
        example: { rate: '5.10' },
        note:
          'Sets the rate, a fault or both. Faults: none, server-error, time-out, malformed, or slow (with delayMs). ' +
          'Without times, until the next setting.',
      },
    ],
  };
}

/** The bid is the rate to the letter; the numbers around it only have to look like those of a usual day. */
function quotation(rate: string, now: Date): Record<string, string> {
  const bid = Number(rate);
  return {
    code: 'USD',
    codein: 'BRL',
    name: 'Dólar Americano/Real Brasileiro',
    high: (bid * 1.0081).toFixed(4),
    low: (bid * 0.9937).toFixed(4),
    varBid: (bid * 0.0024).toFixed(4),
    pctChange: '0.24',
    bid: rate,
    ask: (bid * 1.0001).toFixed(4),
    timestamp: String(Math.floor(now.getTime() / 1000)),
    create_date: brazilianTime(now),
  };
}

/** The service uses the time of Brasília; Swedish is the locale that writes it as YYYY-MM-DD HH:mm:ss. */
function brazilianTime(now: Date): string {
  return now.toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' });
}
