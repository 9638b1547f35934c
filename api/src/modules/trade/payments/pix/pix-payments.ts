import { type Static, Type } from 'typebox';
import type { PixPayment } from './pix.types.ts';
import { centsOfPixAmount } from './pix-amounts.rules.ts';
import { returnsOf } from './pix-returns.ts';
import { isPlausibleTime } from './pix-times.rules.ts';

/** Nobody has to say of what money a Pix is; who does is heard. */
export const CurrencyFields = {
  moeda: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
  currency_id: Type.Optional(Type.Unknown()),
};
const BRL_NAMES = ['BRL', 'R$', '986'];
const MAX_NAME = 40;

/** Null where it is of BRL, or nobody says otherwise. */
export function foreignCurrencyOf(said: { moeda?: unknown; currency?: unknown; currency_id?: unknown }): string | null {
  const names = [said.moeda, said.currency, said.currency_id]
    .filter((name) => name !== undefined && name !== null)
    .map((name) => (typeof name === 'string' ? name : JSON.stringify(name)).trim());
  const foreign = names.find((name) => !BRL_NAMES.includes(name.toUpperCase()));
  // Without what no database can hold.
  return (
    foreign
      ?.replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, MAX_NAME)
      .toWellFormed() ?? null
  );
}

/** A payment, in answers and in messages alike. */
export const PixEntry = Type.Object({
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  txid: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' })),
  valor: Type.String(),
  horario: Type.String({ maxLength: 40 }),
  devolucoes: Type.Optional(Type.Unknown()),
  ...CurrencyFields,
});

/** Null where it is none after all. */
export function paymentOf(entry: Static<typeof PixEntry>): PixPayment | null {
  const { endToEndId, txid, valor, horario, devolucoes } = entry;
  const amountCents = centsOfPixAmount(valor);
  const paidAt = new Date(horario);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(paidAt)) return null;
  const { returns, unreadable } = returnsOf(devolucoes);
  const foreignCurrency = foreignCurrencyOf(entry);
  return {
    endToEndId,
    txid: txid ?? null,
    amountCents,
    foreignCurrency,
    paidAt,
    returns,
    unreadableReturns: unreadable,
  };
}
