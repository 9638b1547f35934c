import { callerOf } from '../../../platform/http/edge/access.ts';
import type { Routes } from '../../../platform/http/http-part.ts';
import { onceOf } from '../../../platform/http/once.ts';
import { givenSeed, refusable, userStream } from '../rolls/index.ts';
import { coinFlipGame } from './coin-flips.game.ts';
import { FlipBody, FlippedCoin } from './coin-flips.records.ts';
import { type CoinFlipsDeps, flipCoin } from './flip-coin.ts';

export function coinFlipsPlayerRoutes(routes: Routes, deps: CoinFlipsDeps): void {
  routes.post(
    '/coin-flips',
    {
      config: {
        repeatable: true,
        ...refusable(coinFlipGame.name, ({ userId }) => [
          { stream: userStream(userId), firstNonce: null, count: 1, terms: [] },
        ]),
      },
      schema: {
        operationId: 'flipCoin',
        summary: 'Make a coin flip',
        description:
          'Rolls above 5150000, which are 48.5 percent, pay twice the stake. Takes your next nonce and reveals its server ' +
          'seed. With an `Idempotency-Key` a repeat plays nothing more.',
        body: FlipBody,
        response: { 200: FlippedCoin },
      },
    },
    async (request, reply) => {
      const { userId } = callerOf(request);
      const { stakeCents, clientSeed } = request.body;
      const command = { userId, stakeCents: BigInt(stakeCents), clientSeed: givenSeed(clientSeed) };
      const once = onceOf<FlippedCoin>(request, reply, (flipped) => flipped);
      return flipCoin(deps, command, once);
    },
  );
}
