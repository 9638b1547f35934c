import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServiceFaults, type ServiceFaultSetting, serviceControlSchema } from '../service-faults.ts';
import type { SandboxContext, StandIn } from '../stand-in.ts';
import type { BeaconChain, SignedRound } from './beacon-chain.ts';

/** It lies far back, so that a clock which is set back still has rounds behind it. */
export const GENESIS = 1_577_836_800;
export const PERIOD = 3;

const ROUND = /^(latest|[1-9][0-9]{0,14})$/;
const OVERSIZE_BYTES = 1024 * 1024;
const OWN_FAULTS = ['wrong-signature', 'wrong-round', 'wrong-randomness', 'oversized'] as const;
type OwnFault = (typeof OWN_FAULTS)[number];

const controlSchema = serviceControlSchema(
  { lateRounds: { type: 'integer', minimum: 0, maximum: 1_000_000_000 } },
  OWN_FAULTS,
);

type RoundRequest = FastifyRequest<{ Params: { chain: string; round: string } }>;
type BeaconControl = ServiceFaultSetting<OwnFault> & { lateRounds?: number };

interface BeaconOptions {
  /** It is made at the first question, so that nobody else waits for its key. */
  openChain: () => Promise<BeaconChain>;
}

/** Relays of drand give public randomness so; the chain is the sandbox's own. */
export function registerBeacon(
  server: FastifyInstance,
  context: SandboxContext,
  { openChain }: BeaconOptions,
): StandIn {
  let lateRounds = 0;
  const latestRound = () => Math.floor((context.now().getTime() / 1000 - GENESIS) / PERIOD) + 1 - lateRounds;
  /** Returns null where the chain has no such round yet, or the number is invalid. */
  const askedRound = ({ params }: RoundRequest) => {
    if (!ROUND.test(params.round)) return null;
    const round = params.round === 'latest' ? latestRound() : Number(params.round);
    return round >= 1 && round <= latestRound() ? round : null;
  };
  const wrongly = (answer: (chain: BeaconChain, round: number) => object) => async (request: FastifyRequest) => {
    const round = askedRound(request as RoundRequest);
    return round === null ? null : answer(await openChain(), round);
  };
  const faults = createServiceFaults<OwnFault>(context, {
    'wrong-signature': wrongly((chain, round) => chain.forge(round)),
    'wrong-round': wrongly((chain, round) => chain.sign(Math.max(1, round - 1))),
    'wrong-randomness': wrongly((chain, round) => withoutRandomness(chain.sign(round))),
    oversized: wrongly((chain, round) => ({ ...chain.sign(round), padding: '0'.repeat(OVERSIZE_BYTES) })),
  });

  const knownChain = async (request: FastifyRequest<{ Params: { chain: string } }>, reply: FastifyReply) => {
    const { hash } = await openChain();
    return request.params.chain === hash ? undefined : reply.code(404).type('text/plain').send('Unknown chain hash');
  };
  server.get('/beacon/chains', async () => [(await openChain()).hash]);
  server.get('/beacon/:chain/info', { preHandler: knownChain }, async () => (await openChain()).info);
  server.get(
    '/beacon/:chain/public/:round',
    { preHandler: [knownChain, faults.disturb] },
    async (request: RoundRequest, reply) => {
      const round = askedRound(request);
      if (round !== null) return (await openChain()).sign(round);
      if (!ROUND.test(request.params.round)) return reply.code(400).type('text/plain').send('Failed to parse round');
      return reply.code(425).type('text/plain').send('Requested future beacon');
    },
  );

  const state = () => ({ latestRound: latestRound(), lateRounds, ...faults.state() });
  server.get('/control/beacon', async () => state());
  server.post<{ Body: BeaconControl }>('/control/beacon', { schema: { body: controlSchema } }, async (request) => {
    const { lateRounds: newLateRounds, ...fault } = request.body;
    if (newLateRounds !== undefined) lateRounds = newLateRounds;
    faults.set(fault);
    return state();
  });
  return presentation;
}

const withoutRandomness = (signed: SignedRound): SignedRound => ({ ...signed, randomness: '0'.repeat(64) });

const presentation: StandIn = {
  name: 'Beacon',
  purpose:
    'Publishes randomness every three seconds, each round signed, as relays of drand do. The key is one of this ' +
    'sandbox alone.',
  addresses: [
    { method: 'GET', path: '/beacon/chains', note: 'The hash of its only chain.', canBeOpened: true },
    { method: 'GET', path: '/beacon/<chain hash>/info', note: 'The public key, the period and the genesis.' },
    { method: 'GET', path: '/beacon/<chain hash>/public/latest', note: 'The last round.' },
    { method: 'GET', path: '/beacon/<chain hash>/public/<round>', note: 'A round; 425 while it is to come.' },
  ],
  controls: [
    {
      path: '/control/beacon',
      example: { lateRounds: 20 },
      note:
        'Holds rounds back, sets a fault of the rounds or both. Faults: none, server-error, time-out, malformed, slow ' +
        '(with delayMs), wrong-signature, wrong-round, wrong-randomness, or oversized. Without times, until the next ' +
        'setting.',
    },
  ],
};
