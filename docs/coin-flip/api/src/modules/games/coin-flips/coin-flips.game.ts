import { sql } from '../../../platform/database/sql.ts';
import { jsonText, leafSql, rollParts, seedOfUserAt, type WagerGame } from '../rolls/index.ts';
import { recomputedFlips } from './coin-flips.invariants.ts';

export const coinFlipGame: WagerGame = {
  name: 'COIN_FLIPS',
  rolls: sql`
    select 'user:' || user_id as stream, nonce, server_seed, server_seed_hash, client_seed, client_seed_source,
      committed_at, created_at
    from coin_flips`,
  seedAt: seedOfUserAt(sql`coin_flips`),
  results: {
    table: 'coin_flips',
    leaves: sql`
      select id, ${leafSql('COIN_FLIPS', sql`id`, [...rollParts, jsonText(sql`paid_cents`)])} as leaf, false as may_come
      from coin_flips`,
  },
  recomputed: recomputedFlips,
  drops: null,
  stakes: {
    transfers: { stake: 'COIN_FLIP', refund: null, prize: 'COIN_FLIP_WIN' },
    plays: sql`
      select user_id, nonce, created_at, stake_cents as wagered_cents, paid_cents as won_cents, paid_cents > 0 as is_won,
        1 as rounds
      from coin_flips`,
    unplayed: null,
    figures: {
      takesNoncesAhead: false,
      odds: sql`
        select user_id, created_at, paid_cents as won_cents, 0.97 * stake_cents as expected_cents,
          4 * 0.485 * 0.515 * stake_cents * stake_cents as variance, 2 * stake_cents as largest_cents
        from coin_flips`,
      fields: {
        today: ['coinFlipsToday', 'Coins that were flipped'],
        played: ['coinsFlipped', 'Coins that you have flipped'],
        won: ['coinFlipsWon', 'Those of them that you have won'],
      },
    },
  },
};
