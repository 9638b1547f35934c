import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { BeaconChain } from './beacon/beacon-chain.ts';
import { registerBeacon } from './beacon/register-beacon.ts';
import { registerIdentity } from './identity/register-identity.ts';
import { registerItemDatabase } from './item-database/register-item-database.ts';
import { type MarketOptions, registerMarket } from './market/register-market.ts';
import { indexPage } from './pages/index-page.ts';
import { messagePage, sendPage } from './pages/page.ts';
import { stylesheet } from './pages/stylesheet.ts';
import { type PixOptions, registerPix } from './pix/register-pix.ts';
import { registerRates } from './rates/register-rates.ts';
import type { SandboxContext } from './stand-in.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

interface ServerOptions extends Omit<SandboxContext, 'closing'> {
  openBeaconChain: () => Promise<BeaconChain>;
  market: MarketOptions;
  pix: PixOptions;
}

export function buildServer({ origin, now, openBeaconChain, market, pix }: ServerOptions): FastifyInstance {
  const server = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    // Some faults never answer, and closing must not wait for them.
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    // A control with a misspelt name or a number in quotes is refused, not quietly repaired.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  const closing = new AbortController();
  server.addHook('preClose', async () => closing.abort());
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
  );
  server.setErrorHandler(answerError);
  server.setNotFoundHandler((request, reply) =>
    answerProblem(request, reply, 404, `Nothing is at ${request.url.split('?', 1)[0]}.`),
  );

  const context: SandboxContext = { origin, now, closing: closing.signal };
  const standIns = [
    registerIdentity(server, context),
    registerItemDatabase(server, context),
    registerRates(server, context),
    registerBeacon(server, context, { openChain: openBeaconChain }),
    registerMarket(server, context, market),
    registerPix(server, context, pix),
  ];

  server.get('/', (_request, reply) => sendPage(reply, 200, indexPage(origin(), standIns)));
  server.get('/health', async () => ({ status: 'ok' }));
  server.get('/sandbox.css', (_request, reply) =>
    reply.header('cache-control', 'max-age=60').type('text/css; charset=utf-8').send(stylesheet),
  );
  return server;
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const message = status < 500 ? error.message : 'The sandbox failed to answer. This is a defect of the sandbox.';
  return answerProblem(request, reply, status, message);
}

function answerProblem(request: FastifyRequest, reply: FastifyReply, status: number, message: string): FastifyReply {
  if (request.method !== 'GET' || request.url.startsWith('/control/')) {
    return reply.code(status).send({ error: message });
  }
  return sendPage(reply, status, messagePage(status, message));
}
