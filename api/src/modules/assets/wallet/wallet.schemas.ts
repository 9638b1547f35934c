import { type Static, Type } from 'typebox';
import { formatBrl } from '../../../platform/money.ts';
import { CentsText } from '../../../platform/schemas.ts';

export const BalanceView = Type.Object(
  {
    balanceCents: CentsText,
    balanceFormatted: Type.String({ description: 'For a person', examples: ['R$ 1.234,56'] }),
  },
  { examples: [{ balanceCents: '123456', balanceFormatted: 'R$ 1.234,56' }] },
);

export function balanceView(balanceCents: bigint): Static<typeof BalanceView> {
  return { balanceCents: balanceCents.toString(), balanceFormatted: formatBrl(balanceCents) };
}
