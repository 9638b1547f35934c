import { type Static, Type } from 'typebox';
import { formatBrl, parseCents } from '../../../../platform/money.ts';
import { CentsText, centsOf, idOf } from '../../../../platform/schemas.ts';
import type { AdjustedBalance } from '../adjust-balance.ts';
import { invalidAdjustment } from '../wallet.errors.ts';
import type { Standing } from '../wallet.sql.ts';

const balanceFields = {
  balanceCents: centsOf('Money that you can spend, in BRL cents'),
  balanceFormatted: Type.String({ description: 'The balance, for a person', examples: ['R$ 1.234,56'] }),
};

export const OwnBalanceView = Type.Object(
  {
    ...balanceFields,
    debtCents: Type.Optional(centsOf('Your debt for deposits that were given back; absent without a debt')),
  },
  { title: 'Balance', examples: [{ balanceCents: '123456', balanceFormatted: 'R$ 1.234,56' }] },
);

const balanceView = (balanceCents: bigint) => ({
  balanceCents: balanceCents.toString(),
  balanceFormatted: formatBrl(balanceCents),
});

export function ownBalanceView({ balanceCents, debtCents }: Standing): Static<typeof OwnBalanceView> {
  const balance = balanceView(balanceCents);
  return debtCents === 0n ? balance : { ...balance, debtCents: debtCents.toString() };
}

export const AdjustmentParams = Type.Object({ id: idOf('Id of the user') });
export const AdjustmentBody = Type.Object(
  {
    amountCents: Type.Union(
      [CentsText, Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })],
      {
        description: 'Added to the balance; below zero it is taken from it. At most 10^15 either way, and not zero',
        'x-fault': 'must be whole cents: an integer, or a decimal string of up to 19 digits',
      },
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      'x-fault': 'must have 1 to 500 characters that are not all blank',
      description: 'Shown to the user',
    }),
  },
  { examples: [{ amountCents: '-1500', reason: 'Chargeback of deposit 77' }] },
);

/** What is added to the balance; below zero is taken from it. */
export function changeOf(amountCents: string | number): bigint {
  try {
    return parseCents(String(amountCents));
  } catch {
    throw invalidAdjustment();
  }
}

export const AdjustedBalanceView = Type.Object(
  { userId: idOf('Whose balance it is'), ...balanceFields, transferId: idOf('Id of the line on the statement') },
  {
    title: 'AdjustedBalance',
    examples: [{ userId: '1', balanceCents: '123456', balanceFormatted: 'R$ 1.234,56', transferId: '90210' }],
  },
);

export function adjustedBalanceView(adjusted: AdjustedBalance): Static<typeof AdjustedBalanceView> {
  const { userId, balanceCents, transferId } = adjusted;
  return { userId, ...balanceView(balanceCents), transferId };
}
