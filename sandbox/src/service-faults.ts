import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createFaultSwitch, type FaultSetting, faultProperties } from './fault-switch.ts';
import type { SandboxContext } from './stand-in.ts';

const SERVICE_FAULTS = ['server-error', 'time-out', 'malformed', 'slow'] as const;
type ServiceFault = (typeof SERVICE_FAULTS)[number];

/** This part of a control's body sets faults. Without one, the present fault stays. */
export type ServiceFaultSetting<Own extends string = never> = Partial<FaultSetting<ServiceFault | Own>>;

/** A fault of one stand-in alone answers this; null where the stand-in answers as usual. */
type WrongAnswers<Own extends string> = Readonly<Record<Own, (request: FastifyRequest) => Promise<object | null>>>;

export interface ServiceFaults<Own extends string = never> {
  set(setting: ServiceFaultSetting<Own>): void;
  disturb(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined>;
  state(): object;
}

/** Makes the schema of a control that sets faults, and further fields of the stand-in. */
export function serviceControlSchema(others: object, ownFaults: readonly string[] = []): object {
  return {
    type: 'object',
    additionalProperties: false,
    minProperties: 1,
    dependencies: { times: ['fault'], delayMs: ['fault'] },
    properties: { ...faultProperties([...SERVICE_FAULTS, ...ownFaults]), ...others },
  };
}

/** Any service that answers with JSON can fail in these ways. */
export function createServiceFaults<Own extends string = never>(
  { closing }: SandboxContext,
  wrongAnswers: WrongAnswers<Own>,
): ServiceFaults<Own> {
  const faults = createFaultSwitch<ServiceFault | Own>();
  const requests = { asked: 0, disturbed: 0 };
  return {
    set({ fault, ...rest }) {
      if (fault) faults.set({ fault, ...rest });
    },
    async disturb(request, reply) {
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
          return undefined;
        case 'none':
          return undefined;
      }
      const answer = await wrongAnswers[fault](request);
      return answer === null ? undefined : reply.send(answer);
    },
    state: () => ({ ...faults.state(), requests }),
  };
}
