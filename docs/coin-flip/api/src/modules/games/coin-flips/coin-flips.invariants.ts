import { sql } from '../../../platform/database/sql.ts';
import { differences, PAGE_ROWS, walk } from '../../../platform/invariants/invariants.ts';
import { type Roll, rollDifferences } from '../rolls/index.ts';

interface FlipRow extends Roll {
  stakeCents: bigint;
  paidCents: bigint;
}

/** Every flip: its hash, its roll, and what it paid. */
export const recomputedFlips = walk<FlipRow>({
  pageAfter: (last) => sql`
    select id, nonce, server_seed, server_seed_hash, client_seed, roll, stake_cents, paid_cents
    from coin_flips where id > ${last?.id ?? 0} order by id limit ${PAGE_ROWS}`,
  nameOf: ({ id }) => ({ id }),
  differingIn: (row) => [
    ...rollDifferences(row),
    ...differences({ paidCents: [row.paidCents, row.roll > 5_150_000 ? 2n * row.stakeCents : 0n] }),
  ],
});
