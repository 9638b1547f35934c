import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { seedHash } from '@lisura/fairness';
import { Type } from 'typebox';
import { pageHeaders } from '../../../../platform/http/edge/security-headers.ts';
import { type Routes, redirectAnswers, sendTo } from '../../../../platform/http/http-part.ts';
import {
  CalculatedResult,
  CalculateResultBody,
  calculatedResultView,
  GeneratedSeeds,
  GenerateSeedsBody,
  VerifiedResult,
  VerifiedSeed,
  VerifyResultBody,
  VerifySeedBody,
  verifiedResultView,
  verifiedSeedView,
} from './verification.records.ts';

/** These views have exactly the fields of their answers, and V8's own serializer is the fastest. */
const plainJson = { serializerCompiler: () => JSON.stringify };

export function rollsPublicRoutes(routes: Routes): void {
  seedRoutes(routes);
  resultRoutes(routes);
}

function seedRoutes(routes: Routes): void {
  routes.post(
    '/provably-fair/generate-seeds',
    {
      ...plainJson,
      schema: {
        operationId: 'generateSeeds',
        summary: 'Generate a pair of seeds to try with',
        description:
          'Shows the form of a commitment: answers the hash of a fresh server seed and a client seed, yours or a ' +
          'random one. The server seed is neither answered nor kept, so nothing can be played with it.',
        body: GenerateSeedsBody,
        response: { 200: GeneratedSeeds },
      },
    },
    async ({ body }) => ({ serverSeedHash: seedHash(randomSeed()), clientSeed: body.clientSeed || randomSeed() }),
  );

  routes.post(
    '/provably-fair/verify-seed',
    {
      ...plainJson,
      schema: {
        operationId: 'verifySeed',
        summary: 'Verify a revealed server seed against its hash',
        description:
          'Before a bet only the hash of the server seed is shown; after it the seed itself. This checks that both ' +
          'belong together: the hash is HMAC-SHA256 keyed with the seed over an empty message, in hex.',
        body: VerifySeedBody,
        response: { 200: VerifiedSeed },
      },
    },
    async ({ body }) => verifiedSeedView(body),
  );
}

function resultRoutes(routes: Routes): void {
  routes.post(
    '/provably-fair/calculate-result',
    {
      ...plainJson,
      schema: {
        operationId: 'calculateResult',
        summary: 'Compute a roll',
        description:
          'Computes the roll of a server seed, a client seed and a nonce, just as every game does: HMAC-SHA256 keyed ' +
          'with the server seed over `<clientSeed>:<nonce>`, the first 13 hex characters as a number, modulo `max`, ' +
          'plus 1. When `max` is omitted the roll uses 10000000 and the answer reports 100000.',
        body: CalculateResultBody,
        response: { 200: CalculatedResult },
      },
    },
    ({ body }, reply) => {
      reply.send(calculatedResultView(body));
    },
  );

  routes.post(
    '/provably-fair/verify-result',
    {
      ...plainJson,
      schema: {
        operationId: 'verifyResult',
        summary: 'Verify a roll',
        description: 'Computes the roll again, as calculate-result does, and says whether it is the expected one.',
        body: VerifyResultBody,
        response: { 200: VerifiedResult },
      },
    },
    async ({ body }) => verifiedResultView(body),
  );
}

const randomSeed = () => randomBytes(32).toString('hex');

const PAGE = readFileSync(new URL(import.meta.resolve('@lisura/fairness/verify.html')), 'utf8');

/** The page names its script by its hash; only a header can forbid framing. */
const POLICY = `${/http-equiv="content-security-policy" content="([^"]+)"/.exec(PAGE)?.[1]}; frame-ancestors 'none'`;

/** Browsers keep the part behind # over a redirect. */
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
