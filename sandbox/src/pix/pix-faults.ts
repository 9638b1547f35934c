import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createFaultRules, type FaultRule, whenProperties } from '../fault-rules.ts';
import type { Random } from '../seeded-random.ts';
import type { SandboxContext } from '../stand-in.ts';

const FAULTS = [
  'time-out',
  'cut-off',
  'server-error',
  'malformed',
  'incomplete',
  'slow',
  'refusal',
  'token-refused',
  'wrong-amount',
  'wrong-code',
  'no-code',
  'not-found',
];
const CALLS = [
  'token',
  'make-charge',
  'read-charge',
  'remove-charge',
  'send',
  'read-send',
  'read-payment',
  'read-statement',
  'return-payment',
  'webhook',
] as const;
export type PixCall = (typeof CALLS)[number];

export interface PixFault extends FaultRule {
  /** Without it, all. */
  call?: PixCall;
  /** Says whether the request is done before the fault strikes; by default it is. */
  moment?: 'before' | 'after';
  delayMs?: number;
  status?: number;
  message?: string;
}

export const pixFaultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['fault'],
  properties: {
    fault: { type: 'string', enum: FAULTS },
    ...whenProperties,
    call: { type: 'string', enum: CALLS },
    moment: { type: 'string', enum: ['before', 'after'] },
    delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
    status: { type: 'integer', minimum: 400, maximum: 499 },
    message: { type: 'string', maxLength: 1000 },
  },
};

export interface PixFaults {
  set(faults: readonly PixFault[]): void;
  strike(call: PixCall): PixFault | undefined;
  state(): object;
}

export function createPixFaults(random: Random): PixFaults {
  const rules = createFaultRules<PixFault>(random);
  const requests: { asked: Record<string, number>; disturbed: number } = { asked: {}, disturbed: 0 };
  return {
    set: rules.set,
    strike(call) {
      requests.asked[call] = (requests.asked[call] ?? 0) + 1;
      const struck = rules.strike((rule) => (rule.call ?? call) === call);
      if (struck) requests.disturbed += 1;
      return struck;
    },
    state: () => ({ faults: rules.state(), requests }),
  };
}

export interface PixAnswer {
  status: number;
  body: object;
}

export const problem = (status: number, title: string, detail: string): PixAnswer => ({
  status,
  body: { type: `https://pix.bcb.gov.br/api/v2/error/${title}`, title, status, detail },
});

const DEFAULT_DELAY_MS = 3000;

interface Answering {
  reply: FastifyReply;
  context: SandboxContext;
  /** Does what was asked and gives the answer. It is not called by a fault that strikes before. */
  act(): PixAnswer;
}

export async function answerWith(
  fault: PixFault | undefined,
  { reply, context, act }: Answering,
): Promise<FastifyReply> {
  const answer = ({ status, body }: PixAnswer) => reply.code(status).send(body);
  const isAfter = fault?.moment === 'after';
  if (isAfter && fault?.fault !== 'slow') act();
  switch (fault?.fault) {
    case 'time-out':
      // The connection stays open without a word until the other side gives up or the sandbox closes.
      return reply.hijack();
    case 'cut-off':
      reply.hijack().raw.destroy();
      return reply;
    case 'server-error':
      return reply.code(503).type('text/html').send('<h1>Service Unavailable</h1>');
    case 'malformed':
      return reply.type('application/json; charset=utf-8').send('{"txid":"7978c0c97ea847e7');
    case 'incomplete':
      return reply.send({ status: 'ATIVA' });
    case 'refusal':
      return answer(problem(fault.status ?? 400, 'RequisicaoInvalida', fault.message ?? 'Not today.'));
    case 'not-found':
      return answer(problem(404, 'NaoEncontrado', 'There is none.'));
    case 'token-refused':
      return answer(problem(401, 'AcessoNegado', 'The token is not known.'));
    case 'slow': {
      const done = isAfter ? act() : undefined;
      await sleep(fault.delayMs ?? DEFAULT_DELAY_MS, undefined, { signal: context.closing }).catch(() => undefined);
      return answer(done ?? act());
    }
    case 'wrong-amount':
      return answer(changed(act(), { valor: { original: '0.01' } }));
    case 'wrong-code':
      return answer(changed(act(), { pixCopiaECola: '00020126360014br.gov.bcb.pix0114thief@thief.com6304FFFF' }));
    case 'no-code':
      return answer(changed(act(), { pixCopiaECola: undefined }));
    default:
      return answer(act());
  }
}

const changed = ({ status, body }: PixAnswer, changes: object): PixAnswer => ({
  status,
  body: status < 300 ? { ...body, ...changes } : body,
});
