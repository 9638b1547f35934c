import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { createFaultRules, type FaultRule, whenProperties } from '../fault-rules.ts';
import type { Random } from '../seeded-random.ts';
import type { SandboxContext } from '../stand-in.ts';

const BUYING = ['buy-one-p2p-name', 'buy-one-p2p'];
const SEARCHING = ['prices', 'search-items-by-name'];

const ANSWER_FAULTS = [
  'time-out',
  'cut-off',
  'server-error',
  'malformed',
  'incomplete',
  'oversized',
  'slow',
  'refusal',
  'forbidden',
  'rate-limited',
  'numbers-as-strings',
];
/** The marketplace can surprise its caller in these ways at these places. */
const MARKET_FAULTS: Record<string, string[]> = {
  'price-change': BUYING,
  'no-stock': [...BUYING, ...SEARCHING],
  'partial-match': ['buy-one-p2p-name', ...SEARCHING],
};

export interface MarketFault extends FaultRule {
  path?: string;
  /** Tells whether the purchase is recorded before the fault strikes. By default before. */
  moment?: 'before' | 'after';
  delayMs?: number;
  message?: string;
  percent?: number;
  bytes?: number;
}

export function marketFaultSchema(paths: readonly string[]): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['fault'],
    properties: {
      fault: { type: 'string', enum: [...ANSWER_FAULTS, ...Object.keys(MARKET_FAULTS)] },
      ...whenProperties,
      path: { type: 'string', enum: paths },
      moment: { type: 'string', enum: ['before', 'after'] },
      delayMs: { type: 'integer', minimum: 0, maximum: 600_000 },
      message: { type: 'string', maxLength: 1000 },
      percent: { type: 'number', exclusiveMinimum: 0, maximum: 10_000 },
      bytes: { type: 'integer', minimum: 1, maximum: 64 * 1024 * 1024 },
    },
  };
}

export interface MarketFaults {
  set(faults: readonly MarketFault[]): void;
  strike(path: string): MarketFault | undefined;
  state(): object;
}

export function createMarketFaults(random: Random): MarketFaults {
  const rules = createFaultRules<MarketFault>(random);
  const requests: { asked: Record<string, number>; disturbed: number } = { asked: {}, disturbed: 0 };
  return {
    set: rules.set,
    strike(path) {
      requests.asked[path] = (requests.asked[path] ?? 0) + 1;
      const struck = rules.strike(
        (rule) => (rule.path ?? path) === path && (MARKET_FAULTS[rule.fault]?.includes(path) ?? true),
      );
      if (struck) requests.disturbed += 1;
      return struck;
    },
    state: () => ({ faults: rules.state(), requests }),
  };
}

interface Answering {
  reply: FastifyReply;
  context: SandboxContext;
  /** Does what was asked and gives the answer. It is not called by a fault that strikes before. */
  act(): object;
}

const DEFAULT_DELAY_MS = 3000;
const DEFAULT_BYTES = 8 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** Answers as the fault would have it. Faults that it does not know are not about answers, and leave this one good. */
export async function answerWith(fault: MarketFault | undefined, answering: Answering): Promise<FastifyReply> {
  const { reply, act, context } = answering;
  const isAfter = fault?.moment === 'after';
  const actIfAfter = () => (isAfter ? act() : {});
  switch (fault?.fault) {
    case 'time-out':
      actIfAfter();
      // The connection stays open without a word until the other side gives up or the sandbox closes.
      return reply.hijack();
    case 'cut-off':
      actIfAfter();
      reply.hijack().raw.destroy();
      return reply;
    case 'server-error':
      actIfAfter();
      return reply.code(502).type('text/html').send('<h1>Bad Gateway</h1>');
    case 'malformed':
      actIfAfter();
      return reply.type('application/json; charset=utf-8').send('{"success":true,"id":17941');
    case 'incomplete':
      actIfAfter();
      return reply.send({ success: true });
    case 'refusal':
      return reply.send({ success: false, msg: fault.message ?? 'System busy' });
    case 'forbidden':
      return reply.code(403).type('text/plain').send('You need to whitelist your IP');
    case 'rate-limited':
      return answerTooMany(reply, RETRY_AFTER_SECONDS * 1000);
    case 'oversized':
      return reply.send({ ...act(), padding: 'x'.repeat(fault.bytes ?? DEFAULT_BYTES) });
    case 'numbers-as-strings':
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(act(), numbersAsStrings));
    case 'slow':
      return slowly(fault, context, reply, act);
    default:
      return reply.send(act());
  }
}

async function slowly(fault: MarketFault, { closing }: SandboxContext, reply: FastifyReply, act: () => object) {
  const answer = fault.moment === 'after' ? act() : undefined;
  await sleep(fault.delayMs ?? DEFAULT_DELAY_MS, undefined, { signal: closing }).catch(() => undefined);
  return reply.send(answer ?? act());
}

export function answerTooMany(reply: FastifyReply, msBeforeNext: number): FastifyReply {
  return reply
    .code(429)
    .header('retry-after', Math.ceil(msBeforeNext / 1000))
    .send({ success: false, msg: 'Too many requests', msBeforeNext });
}

function numbersAsStrings(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}
