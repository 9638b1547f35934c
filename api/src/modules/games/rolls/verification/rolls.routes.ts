import { randomBytes } from 'node:crypto';
import { seedHash } from '@lisura/fairness';
import type { Routes } from '../../../../platform/http/http-part.ts';
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
} from './rolls.schemas.ts';

/** The views name every field of these answers and no other: nothing has to be left out, and V8's own way is the fastest. */
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
