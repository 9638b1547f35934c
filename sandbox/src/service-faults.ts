import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFaultSwitch, type FaultSetting, faultProperties } from './fault-switch.ts';
import type { SandboxContext } from './stand-in.ts';

const SERVICE_FAULTS = ['server-error', 'time-out', 'malformed', 'slow'] as const;

/** The part of a control's body that concerns faults. Without a fault, the present one stays as it is. */
export type ServiceFaultSetting = Partial<FaultSetting<(typeof SERVICE_FAULTS)[number]>>;

export interface ServiceFaults {
  set(setting: ServiceFaultSetting): void;
  /** A preHandler for the addresses that the faults are to strike. */
  disturb(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  state(): object;
}

/** The schema of a control that sets faults, and more if the stand-in has more to set. */
export function serviceControlSchema(others: object): object {
  return {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    dependencies: { times: ['fault'], delayMs: ['fault'] },
    properties: { ...faultProperties(SERVICE_FAULTS), ...others },
  };
}

/** The ways in which any service that answers with JSON can fail its callers. */
export function createServiceFaults({ closing }: SandboxContext): ServiceFaults {
  const faults = createFaultSwitch<(typeof SERVICE_FAULTS)[number]>();
  const requests = { asked: 0, disturbed: 0 };
  return {
    set({ fault, ...rest }) {
      if (fault) faults.set({ fault, ...rest });
    },
    async disturb(_request, reply) {
      requests.asked += 1;
      const { fault, delayMs } = faults.strike();
      if (fault !== 'none') requests.disturbed += 1;
      switch (fault) {
        case 'time-out':
          // The connection stays open without a word until the other side gives up or the sandbox closes.
          return reply.hijack();
        case 'server-error':
          return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>');
        case 'malformed':
          // Announced as JSON with status 200, and broken off in the middle.
          return reply.type('application/json; charset=utf-8').send('{"items":[{"name":"AK-47 | Red');
        case 'slow':
          await sleep(delayMs, undefined, { signal: closing }).catch(() => undefined);
      }
      return undefined;
    },
    state: () => ({ ...faults.state(), requests }),
  };
}
