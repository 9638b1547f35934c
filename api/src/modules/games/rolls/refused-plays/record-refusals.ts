import { strict as assert } from 'node:assert';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Clock } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/database/db.ts';
import { isUnderWay, ReplayedAnswer } from '../../../../platform/database/idempotency.ts';
import { AppError } from '../../../../platform/errors.ts';
import { callerOf } from '../../../../platform/http/edge/access.ts';
import type { HttpPart } from '../../../../platform/http/http-part.ts';
import type { Id } from '../../../../platform/ids.ts';
import type { Logger } from '../../../../platform/observability/logger.ts';
import type { RefusedRolls } from './refused-plays.records.ts';
import { insertRefusedPlays } from './refused-plays.sql.ts';

interface RecordDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
}

type Rolls = Promise<readonly RefusedRolls[]> | readonly RefusedRolls[];

/** A route that takes a client seed tells which rolls a refused request would have taken. */
interface Refusable {
  game: string;
  rollsOf(request: { userId: Id<'user'>; body: unknown; params: unknown }): Rolls;
}

export const refusable = <Body, Params = unknown>(
  game: string,
  rollsOf: (request: { userId: Id<'user'>; body: Body; params: Params }) => Rolls,
): { refusable: Refusable } => ({ refusable: { game, rollsOf: rollsOf as Refusable['rollsOf'] } });

/**
 * Records every play that is refused after its client seed has arrived: otherwise a house could look at the roll and
 * refuse winning plays. A route that takes a client seed without `refusable` stops the start. A request that is refused
 * before its body was read (401, 429, 400) is not recorded; the browser's own list has it.
 */
export function recordRefusals(deps: RecordDeps, part: HttpPart): HttpPart {
  const { player } = part;
  if (player === undefined) return part;
  return {
    ...part,
    player: (routes) => {
      routes.addHook('onRoute', (route) => recordRefusalsOf(deps, route));
      player(routes);
    },
  };
}

function recordRefusalsOf(deps: RecordDeps, route: RouteOptions): void {
  const declared = route.config?.refusable;
  assert(
    declared !== undefined || !takesClientSeed(route.schema?.body),
    `${route.url} takes a client seed and must say by \`refusable\` which rolls it takes`,
  );
  if (declared === undefined) return;
  const handle = route.handler as (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
  route.handler = async function handleOrRecord(this: unknown, request: FastifyRequest, reply: FastifyReply) {
    try {
      return await handle.call(this, request, reply);
    } catch (error) {
      const recorded = recordRefusal(deps, declared, request, error);
      // After a failure of the database this would wait a second time.
      if (error instanceof AppError && error.status < 500) await recorded;
      throw error;
    }
  };
}

const takesClientSeed = (body: unknown): boolean =>
  (body as { properties?: Record<string, { 'x-drawn-by-caller'?: boolean }> } | undefined)?.properties?.clientSeed?.[
    'x-drawn-by-caller'
  ] === true;

/** Never throws, because the answer is the refusal itself. */
async function recordRefusal(
  { db, clock, logger }: RecordDeps,
  { game, rollsOf }: Refusable,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  const { clientSeed } = request.body as { clientSeed?: string };
  // A replay was recorded with the first answer, and a request that is under way is not refused.
  if (!clientSeed || error instanceof ReplayedAnswer || isUnderWay(error)) return;
  const code = error instanceof AppError ? error.code : 'INTERNAL_ERROR';
  try {
    const { userId } = callerOf(request);
    const rolls = await rollsOf({ userId, body: request.body, params: request.params });
    await insertRefusedPlays(db, { userId, clientSeed, code, game, rolls, at: clock.now() });
  } catch (failure) {
    logger.warn({ err: failure, requestId: request.id }, 'A refused play could not be written down');
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    refusable?: Refusable;
  }
}
