import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { redirectAnswers, sendTo } from '../../../../platform/http/bodies/redirects.ts';
import { pageHeaders } from '../../../../platform/http/edge/security-headers.ts';
import type { Routes } from '../../../../platform/http/http-part.ts';

const PAGE = readFileSync(new URL(import.meta.resolve('@lisura/fairness/verify.html')), 'utf8');

/** The page brings its own, which names its script by its hash; that nobody frames it can only be said beside it. */
const POLICY = `${/http-equiv="content-security-policy" content="([^"]+)"/.exec(PAGE)?.[1]}; frame-ancestors 'none'`;

/** The verifier of the web app. What a link brings along behind the #, browsers carry over a redirect. */
const VERIFIER = '/verificar';

export function verifyPageRoutes(routes: Routes): void {
  routes.get(
    '/verify',
    {
      config: { takesAnyQuery: true },
      schema: {
        operationId: 'getVerifyPage',
        summary: 'Redirect to the page that verifies rolls',
        description: 'The verifier is a page of the web app: all games, in Portuguese and English, without an account.',
        response: redirectAnswers('To the page'),
      },
    },
    async (request, reply) => sendTo(VERIFIER, request, reply),
  );

  routes.get(
    '/verify/offline',
    {
      config: { takesAnyQuery: true },
      schema: {
        operationId: 'getOfflineVerifyPage',
        summary: 'Download the page that verifies rolls',
        description:
          'One file that computes and checks rolls and commitments in the browser. It sends nothing anywhere, and works ' +
          'offline once it is saved. The part behind `#` in its address fills the form.',
        response: {
          200: {
            description: 'The page',
            content: { 'text/html': { schema: Type.String({ examples: ['<!doctype html>…'] }) } },
          },
        },
      },
    },
    async (_request, reply) => reply.headers(pageHeaders(POLICY)).type('text/html; charset=utf-8').send(PAGE),
  );
}
