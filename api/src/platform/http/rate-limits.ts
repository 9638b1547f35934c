import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError } from '../errors.ts';
import type { HotStore, WindowCount } from '../hot-store/hot-store.ts';

/** The limits beside the global one that a route may name in its `config.limits`. */
type RouteLimit = 'auth' | 'caseOpen';

type LimitName = 'global' | RouteLimit;

/** Requests a minute for one caller; 0 switches a limit off. */
export type RateLimits = Readonly<Record<LimitName, number>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `none` for what is no endpoint of the API; the global limit holds for all of those. */
    limits?: readonly RouteLimit[] | 'none';
  }
}

const WINDOW_MS = 60_000;

interface Standing extends WindowCount {
  limit: number;
}

/**
 * Counts a request against every limit that applies to it, in one call of the hot store, and tells the tightest in
 * the headers. Per user where the session is valid, otherwise per client address. Runs for unknown routes too.
 */
export function createRateLimiter(hotStore: HotStore, limits: RateLimits, now: () => number) {
  const count = async (request: FastifyRequest, reply: FastifyReply, names: LimitName[]): Promise<void> => {
    const who = request.caller === null ? `address:${request.ip}` : `user:${request.caller.userId}`;
    const counts = await hotStore.countHits(names.map((name) => ({ key: `rate:${name}:${who}`, windowMs: WINDOW_MS })));
    const tightest = tightestOf(counts.map((hits, index) => ({ ...hits, limit: limits[names[index] ?? 'global'] })));
    const remaining = tightest.limit - tightest.count;
    reply.header('x-ratelimit-limit', tightest.limit);
    reply.header('x-ratelimit-remaining', Math.max(remaining, 0));
    reply.header('x-ratelimit-reset', Math.ceil(tightest.resetsAtMs / 1000));
    if (remaining < 0) throw tooManyRequests(tightest, now());
  };
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    routeLimits: readonly RouteLimit[] | 'none' | undefined,
    done: HookHandlerDoneFunction,
  ): void => {
    const names = routeLimits === 'none' ? [] : limitsOf(routeLimits ?? [], limits);
    if (names.length === 0) done();
    else count(request, reply, names).then(() => done(), done);
  };
}

function limitsOf(routeLimits: readonly RouteLimit[], limits: RateLimits): LimitName[] {
  const names: LimitName[] = limits.global > 0 ? ['global'] : [];
  for (const name of routeLimits) if (limits[name] > 0) names.push(name);
  return names;
}

/** The one with the fewest requests left; of equals the one that takes longer to come back. */
function tightestOf(standings: Standing[]): Standing {
  return standings.reduce((tightest, other) => {
    const difference = other.limit - other.count - (tightest.limit - tightest.count);
    if (difference !== 0) return difference < 0 ? other : tightest;
    return other.resetsAtMs > tightest.resetsAtMs ? other : tightest;
  });
}

function tooManyRequests({ resetsAtMs }: Standing, now: number): AppError {
  const seconds = Math.max(Math.ceil((resetsAtMs - now) / 1000), 1);
  return new AppError(429, 'Too many requests', { headers: { 'retry-after': String(seconds) } });
}
