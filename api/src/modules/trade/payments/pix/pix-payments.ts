import { type Static, Type } from 'typebox';
import type { PixPayment } from './pix.types.ts';
import { centsOfPixAmount } from './pix-amounts.rules.ts';
import { returnsOf } from './pix-returns.ts';
import { isPlausibleTime } from './pix-times.rules.ts';

/** A payment, in answers and in messages alike. */
export const PixEntry = Type.Object({
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  txid: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' })),
  valor: Type.String(),
  horario: Type.String({ maxLength: 40 }),
  devolucoes: Type.Optional(Type.Unknown()),
});

/** Null where it is none after all. */
export function paymentOf({
  endToEndId,
  txid,
  valor,
  horario,
  devolucoes,
}: Static<typeof PixEntry>): PixPayment | null {
  const amountCents = centsOfPixAmount(valor);
  const paidAt = new Date(horario);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(paidAt)) return null;
  const { returns, unreadable } = returnsOf(devolucoes);
  return { endToEndId, txid: txid ?? null, amountCents, paidAt, returns, unreadableReturns: unreadable };
}
