import { Type } from 'typebox';
import type { Db } from '../../src/platform/database/db.ts';
import { writeOnce } from '../../src/platform/database/idempotency.ts';
import { sql } from '../../src/platform/database/sql.ts';
import { AppError } from '../../src/platform/errors.ts';
import { rawBodyOf } from '../../src/platform/http/bodies/json-bodies.ts';
import type { Authenticate } from '../../src/platform/http/edge/access.ts';
import type { HttpPart, Routes } from '../../src/platform/http/http-part.ts';
import { onceOf } from '../../src/platform/http/once.ts';
import { toId } from '../../src/platform/ids.ts';
import { listOf, listView, pageOf, pageQuery } from '../../src/platform/lists.ts';
import { IdText } from '../../src/platform/schemas.ts';

/** Routes that exist to try the conventions on, each as a module would write it. */

const described = (operationId: string) => ({
  operationId,
  summary: 'A trial',
  description: 'A route made for a test.',
});
const Nothing = Type.Object({ ok: Type.Boolean() });

/** Knows two callers by their session ids. */
export const trialAuthenticate: Authenticate = async ({ sessionId }) => {
  if (sessionId === 'player-session') return { userId: toId('7'), role: 'USER', sessionId };
  if (sessionId === 'admin-session') return { userId: toId('1'), role: 'ADMIN', sessionId };
  return null;
};

export const asPlayer = { cookie: 'sessionId=player-session' };
export const asAdmin = { cookie: 'sessionId=admin-session' };

export function trialModule(): HttpPart {
  return {
    tag: { name: 'trial', description: 'Routes made for tests.' },
    public: (routes) => {
      routes.get(
        '/trial/list',
        {
          schema: {
            ...described('trialList'),
            querystring: pageQuery({
              sort: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['asc', 'desc'] })),
            }),
            response: { 200: listOf(Type.Integer()) },
          },
        },
        async ({ query }) => listView([1, 2, 3], pageOf(query), 3),
      );
      routes.post(
        '/trial/:id/check',
        {
          schema: {
            ...described('trialCheck'),
            params: Type.Object({ id: IdText }),
            querystring: Type.Object({ depth: Type.Optional(Type.Integer({ minimum: 1 })) }),
            body: Type.Object({
              name: Type.String({ minLength: 1, maxLength: 5 }),
              inner: Type.Object({ amount: Type.Integer({ minimum: 1 }) }),
            }),
            response: { 200: Nothing },
          },
        },
        async () => ({ ok: true }),
      );
      routes.get('/trial/broken', { schema: { ...described('trialBroken'), response: { 200: Nothing } } }, async () => {
        throw new Error('the password is hunter2');
      });
      routes.get(
        '/trial/limited',
        { config: { limits: ['auth'] }, schema: { ...described('trialLimited'), response: { 200: Nothing } } },
        async () => ({ ok: true }),
      );
    },
    player: (routes) => {
      routes.post(
        '/trial/player',
        { schema: { ...described('trialPlayer'), response: { 200: Nothing } } },
        async () => ({
          ok: true,
        }),
      );
    },
    admin: (routes) => {
      routes.get('/trial/admin', { schema: { ...described('trialAdmin'), response: { 200: Nothing } } }, async () => ({
        ok: true,
      }));
    },
  };
}

/** Tells the bytes of the body, what was read from them, and who is taken for the caller: to providers and to players. */
export function trialBytesModule(): HttpPart {
  const notifyBytes = (path: string, operationId: string) => (routes: Routes) => {
    routes.post(
      path,
      {
        schema: {
          ...described(operationId),
          response: {
            200: Type.Object({
              hex: Type.String(),
              body: Type.Optional(Type.Unknown()),
              callerId: Type.Union([IdText, Type.Null()]),
            }),
          },
        },
      },
      async (request) => ({
        hex: rawBodyOf(request).toString('hex'),
        body: request.body,
        callerId: request.caller?.userId ?? null,
      }),
    );
  };
  return {
    tag: { name: 'trial-bytes', description: 'Bytes told for tests.' },
    player: notifyBytes('/trial/player-bytes', 'trialPlayerBytes'),
    provider: notifyBytes('/trial/provider-bytes', 'trialProviderBytes'),
  };
}

/** A money-like write: each call adds one row to `trial_writes`, unless it is refused. `gate` holds it up. */
export function trialWriteModule(db: () => Db, gate: () => Promise<void> = async () => undefined): HttpPart {
  const view = (written: { id: string; note: string }) => written;
  return {
    tag: { name: 'trial-writes', description: 'Writes made for tests.' },
    player: (routes) => {
      routes.post(
        '/trial/write',
        {
          config: { repeatable: true },
          schema: {
            ...described('trialWrite'),
            body: Type.Object({ note: Type.String() }),
            response: { 201: Type.Object({ id: Type.String(), note: Type.String() }) },
          },
        },
        async (request, reply) => {
          const { note } = request.body;
          const written = await writeOnce(db(), onceOf(request, reply, view, 201), async (tx) => {
            const rows = await tx.query<{ id: string; note: string }>(
              sql`insert into trial_writes (note) values (${note}) returning id, note`,
            );
            await gate();
            if (note === 'refused') throw new AppError('INSUFFICIENT_BALANCE', 400, 'Insufficient balance');
            if (note === 'broken') throw new Error('a fault of ours');
            return rows[0] as { id: string; note: string };
          });
          return reply.code(201).send(view(written));
        },
      );
    },
  };
}

export const createTrialTable = (db: Db) =>
  db.query(sql`create table trial_writes (id bigint generated always as identity primary key, note text not null)`);
