import { sql } from '../../../platform/database/sql.ts';
import type { GameModule } from '../rolls/index.ts';
import { coinFlipGame } from './coin-flips.game.ts';
import { coinFlipsPlayerRoutes } from './coin-flips.routes.ts';
import type { CoinFlipsDeps } from './flip-coin.ts';

/** A coin that is flipped for money. */
export const coinFlips: GameModule<CoinFlipsDeps> = {
  name: 'coin-flips',
  game: coinFlipGame,
  personalData: {
    coinFlips: {
      key: 'nonce',
      rows: (userId) => sql`
        select id, stake_cents, paid_cents, nonce, server_seed, server_seed_hash, client_seed, client_seed_source, roll,
          committed_at, created_at
        from coin_flips where user_id = ${userId}`,
    },
  },
  run: (deps) => ({
    http: [
      {
        tag: { name: 'coin-flips', description: 'A coin, and twice the stake at 48.5 percent.' },
        player: (routes) => coinFlipsPlayerRoutes(routes, deps),
      },
    ],
  }),
};
