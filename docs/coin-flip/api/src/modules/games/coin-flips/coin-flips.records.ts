import { Type } from 'typebox';
import type { Id } from '../../../platform/ids.ts';
import type { Cents } from '../../../platform/money.ts';
import { cents, id, record, type Static } from '../../../platform/record.ts';
import { ClientSeedText, type DrawnRoll, rollFields } from '../rolls/index.ts';

/** 48.5 percent of the rolls from 1 to 10000000 are this one or higher. */
const FIRST_TO_WIN = 5_150_001;

export const paidFor = (stakeCents: Cents, roll: number): Cents => (roll >= FIRST_TO_WIN ? 2n * stakeCents : 0n);

export const FlipBody = Type.Object(
  {
    stakeCents: Type.String({
      pattern: '^[1-9][0-9]{0,8}$',
      description: 'Stake from your balance, in BRL cents',
      'x-fault': 'must be whole cents from 1 to 999999999, as a decimal string',
    }),
    clientSeed: Type.Optional(ClientSeedText),
  },
  { examples: [{ stakeCents: '500' }] },
);

export interface FlipCommand {
  userId: Id<'user'>;
  stakeCents: Cents;
  /** Null stands for the seed of the account, or a random one. */
  clientSeed: string | null;
}

export const FlippedCoin = record('CoinFlip', 'A coin that was flipped', {
  id: id<'coin-flip'>('Id of the flip'),
  stakeCents: cents('Stake of the flip', '500'),
  paidCents: cents('Twice the stake, or 0 where it was lost', '1000'),
  ...rollFields,
  balanceCents: cents('Yours, after it', '10500'),
});
export type FlippedCoin = Static<typeof FlippedCoin>;

export interface CoinFlip extends DrawnRoll, Pick<FlippedCoin, 'id' | 'stakeCents' | 'paidCents'> {
  userId: Id<'user'>;
  transferId: Id<'transfer'> | null;
}
