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

/** What no clock of a bank says, and some of it no database can hold. */
const isPlausible = (moment: Date) => moment.getTime() >= Date.UTC(2020, 0) && moment.getTime() < Date.UTC(2120, 0);

/** Null where it is none after all. */
export function paymentOf({ endToEndId, txid, valor, horario }: Static<typeof PixEntry>): PixPayment | null {
  const amountCents = centsOfPixAmount(valor);
  const paidAt = new Date(horario);
  if (amountCents === null || amountCents === 0n || !isPlausible(paidAt)) return null;
  return { endToEndId, txid: txid ?? null, amountCents, paidAt };
}
