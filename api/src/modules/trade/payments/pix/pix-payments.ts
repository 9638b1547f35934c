import { type Static, Type } from 'typebox';
import type { PixPayment } from './pix.types.ts';
import { centsOfPixAmount } from './pix-amounts.rules.ts';

/** A payment, in answers and in messages alike. */
export const PixEntry = Type.Object({
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  txid: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' })),
  valor: Type.String(),
  horario: Type.String({ maxLength: 40 }),
});

/** Null where it is none after all. */
export function paymentOf({ endToEndId, txid, valor, horario }: Static<typeof PixEntry>): PixPayment | null {
  const amountCents = centsOfPixAmount(valor);
  const paidAt = new Date(horario);
  if (amountCents === null || amountCents === 0n || Number.isNaN(paidAt.getTime())) return null;
  return { endToEndId, txid: txid ?? null, amountCents, paidAt };
}
