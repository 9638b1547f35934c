import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { tooManyRequests } from '../../errors.ts';
import type { HotStore, WindowCount } from '../../hot-store/hot-store.ts';

/** Requests of a caller in a minute, or in the window of the limit's name; 0 switches it off. */
export type RateLimits = { readonly global: number } & { readonly [name: string]: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    limits?: readonly string[] | 'none';
  }
}

const MINUTE_MS = 60_000;
const WINDOWS_MS: Readonly<Record<string, number>> = { dataExport: 60 * MINUTE_MS };

interface Standing extends WindowCount {
  limit: number;
}

/**
 * One call of the hot store counts all limits. Valid sessions count by user, others by address; unknown routes count,
 * too.
 */
export function createRateLimiter(hotStore: HotStore, limits: RateLimits, now: () => number) {
  const count = async (request: FastifyRequest, reply: FastifyReply, names: string[]): Promise<void> => {
    const who = request.caller === null ? `address:${request.ip}` : `user:${request.caller.userId}`;
    const counts = await hotStore.countHits(
      names.map((name) => ({ key: `rate:${name}:${who}`, windowMs: WINDOWS_MS[name] ?? MINUTE_MS })),
    );
    const tightest = tightestOf(
      counts.map((hits, index) => ({ ...hits, limit: limits[names[index] as string] as number })),
    );
    const remaining = tightest.limit - tightest.count;
    reply.header('x-ratelimit-limit', tightest.limit);
    reply.header('x-ratelimit-remaining', Math.max(remaining, 0));
    reply.header('x-ratelimit-reset', Math.ceil(tightest.resetsAtMs / 1000));
    if (remaining < 0) throw tooManyRequests(tightest.resetsAtMs - now());
  };
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    routeLimits: readonly string[] | 'none' | undefined,
    done: HookHandlerDoneFunction,
  ): void => {
    const names = routeLimits === 'none' ? [] : limitsOf(routeLimits ?? [], limits);
    if (names.length === 0) done();
    else count(request, reply, names).then(() => done(), done);
  };
}

function limitsOf(routeLimits: readonly string[], limits: RateLimits): string[] {
  const names = limits.global > 0 ? ['global'] : [];
  for (const name of routeLimits) if ((limits[name] ?? 0) > 0) names.push(name);
  return names;
}

/** Of equal limits the slower one is tightest. */
function tightestOf(standings: Standing[]): Standing {
  return standings.reduce((tightest, other) => {
    const difference = other.limit - other.count - (tightest.limit - tightest.count);
    if (difference !== 0) return difference < 0 ? other : tightest;
    return other.resetsAtMs > tightest.resetsAtMs ? other : tightest;
  });
}
