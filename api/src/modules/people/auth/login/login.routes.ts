import { randomBytes } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../../../platform/errors.ts';
import { cookieValue } from '../../../../platform/http/edge/access.ts';
import { createOwnAddress, type OwnAddress } from '../../../../platform/http/edge/addresses.ts';
import { type Routes, redirectAnswers, sendTo } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { sendPlainPage } from '../../../../platform/http/pages.ts';
import { type CompleteLoginDeps, completeLogin } from './complete-login.ts';
import { CallbackQuery, LoginQuery, loginStateMissing, returnToOf } from './login.records.ts';
import {
  type CookieSettings,
  LOGIN_COOKIE,
  loginCookie,
  readDeviceId,
  readLoginCookie,
  sessionCookie,
} from './login-cookies.ts';

export interface LoginRoutesDeps extends CompleteLoginDeps {
  cookies: CookieSettings;
  /** The public address and its aliases. */
  ownUrls: readonly string[];
  /** The pages after the login are here; null is the address of the API. */
  frontEndUrl: string | null;
}

const LOGIN_PATH = '/api/auth/steam/login';
const MAX_USER_AGENT_LENGTH = 512;

const returnAddress = (ownAddress: string, state: string) => `${ownAddress}/api/auth/steam/callback?state=${state}`;

const config = { limits: ['auth'] as const };

export function loginPublicRoutes(routes: Routes, deps: LoginRoutesDeps): void {
  const ownAddress = createOwnAddress(deps.ownUrls);
  beginLoginRoute(routes, deps, ownAddress);
  completeLoginRoute(routes, deps, ownAddress);
}

function beginLoginRoute(routes: Routes, deps: LoginRoutesDeps, ownAddress: OwnAddress): void {
  routes.get(
    '/auth/steam/login',
    {
      // Mail programs add parameters to links.
      config: { ...config, takesAnyQuery: true },
      schema: {
        operationId: 'beginLogin',
        summary: 'Log in with Steam',
        description:
          'Sends the browser to the identity provider, which sends it back to the callback. With `Accept: ' +
          'application/json` the address is answered instead. A device id in the header `X-Device-Id`, or in the ' +
          'cookie `deviceId`, binds the session to that device: later requests with another `X-Device-Id` are ' +
          'refused. A device id in the address is ignored, since anybody can send a link. After the login the ' +
          'browser goes to the page that `returnTo` names, which must be a path of this site.',
        querystring: LoginQuery,
        response: redirectAnswers('To the identity provider'),
      },
    },
    async (request, reply) => {
      const login = {
        state: randomBytes(32).toString('hex'),
        deviceId: readDeviceId(request.headers),
        returnTo: returnToOf(request.query),
      };
      reply.header('set-cookie', loginCookie(login, deps.cookies));
      const own = ownAddress(request);
      return sendTo(deps.identityProvider.loginAddress(returnAddress(own, login.state), own), request, reply);
    },
  );
}

function completeLoginRoute(routes: Routes, deps: LoginRoutesDeps, ownAddress: OwnAddress): void {
  routes.get(
    '/auth/steam/callback',
    {
      config: { ...config, takesAnyQuery: true },
      // A HEAD request must not log anybody in.
      exposeHeadRoute: false,
      errorHandler: answerRefusedLogin,
      schema: {
        operationId: 'completeLogin',
        summary: 'Complete a login',
        description:
          'Checks the answer of the identity provider, makes a session, sets the cookie `sessionId` and sends the ' +
          'browser to the page that the login began at. An answer that is forged, stale, replayed or begun in ' +
          'another browser is refused.',
        querystring: CallbackQuery,
        response: { ...redirectAnswers('To the wanted page, logged in'), ...errorAnswers(401, 403) },
      },
    },
    async (request, reply) => {
      const login = readLoginCookie(cookieValue(request.headers.cookie, LOGIN_COOKIE));
      const own = ownAddress(request);
      const params = [...new URL(request.url, own).searchParams];
      const states = params.filter(([name]) => name === 'state');
      if (login === null || states.length !== 1 || states[0]?.[1] !== login.state) throw loginStateMissing();
      const sessionId = await completeLogin(deps, {
        params,
        returnTo: returnAddress(own, login.state),
        ip: request.ip,
        userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
        deviceId: login.deviceId,
      });
      reply.header('set-cookie', [sessionCookie(sessionId, deps.cookies), loginCookie(null, deps.cookies)]);
      return sendTo(`${deps.frontEndUrl ?? own}${login.returnTo}`, request, reply);
    },
  );
}

/** Browsers get a page, programs the usual error body. */
function answerRefusedLogin(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof AppError) || !request.headers.accept?.includes('text/html')) throw error;
  const login = readLoginCookie(cookieValue(request.headers.cookie, LOGIN_COOKIE));
  const again = login === null ? LOGIN_PATH : `${LOGIN_PATH}?${new URLSearchParams({ returnTo: login.returnTo })}`;
  reply.code(error.status).headers(error.headers ?? {});
  return sendPlainPage(reply, {
    language: 'pt-BR',
    title: 'Login recusado',
    heading: 'Você não entrou',
    text: error.message,
    link: { address: again, words: 'Tentar de novo' },
  });
}
