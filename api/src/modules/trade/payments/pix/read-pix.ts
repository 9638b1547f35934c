import { type Static, Type } from 'typebox';
import { type Cents, formatUsd } from '../../../../platform/money.ts';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import type { PixPayment, PixReturn } from './pix.records.ts';

/** Amounts as the Pix API writes them: reais with two decimals and a point. */
export const pixAmount = (cents: Cents): string => formatUsd(cents);

/** Null where it is no amount. */
export function centsOfPixAmount(text: string): Cents | null {
  const [, reais, cents] = /^([0-9]{1,13})\.([0-9]{2})$/.exec(text) ?? [];
  return reais === undefined ? null : BigInt(`${reais}${cents}`);
}

/** What no clock of a bank says is none, and some of it no database can hold. */
const isPlausibleTime = (moment: Date): boolean =>
  moment.getTime() >= Date.UTC(2020, 0) && moment.getTime() < Date.UTC(2120, 0);

const STATUSES = { EM_PROCESSAMENTO: 'OPEN', DEVOLVIDO: 'DONE', NAO_REALIZADO: 'FAILED' } as const;

const readReturn = shaped(
  Type.Object({
    id: Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' }),
    valor: Type.String(),
    status: Type.Unsafe<keyof typeof STATUSES>({ type: 'string', enum: Object.keys(STATUSES) }),
    horario: Type.Object({
      solicitacao: Type.String({ maxLength: 40 }),
      liquidacao: Type.Optional(Type.String({ maxLength: 40 })),
    }),
  }),
);

/**
 * What was given back of a payment, of the Central Bank's `devolucoes`, or is under way and may still fail, or has failed.
 * What nobody can read is returned apart, word for word, and keeps the payment from nothing.
 */
function returnsOf(said: unknown): { returns: PixReturn[]; unreadable: string[] } {
  const found: { returns: PixReturn[]; unreadable: string[] } = { returns: [], unreadable: [] };
  for (const each of Array.isArray(said) ? said : said === undefined || said === null ? [] : [said]) {
    const read = returnOf(each);
    if (read === null) found.unreadable.push(JSON.stringify(each));
    else found.returns.push(read);
  }
  return found;
}

/** Null where nobody can read it. */
function returnOf(said: unknown): PixReturn | null {
  const read = readReturn(said);
  if (read === null) return null;
  const amountCents = centsOfPixAmount(read.valor);
  const returnedAt = new Date(read.horario.liquidacao ?? read.horario.solicitacao);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(returnedAt)) return null;
  return { returnId: read.id, status: STATUSES[read.status], amountCents, returnedAt };
}

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

/** They are stored and shown: no longer than a person reads. */
const MAX_LENGTH = 300;

/**
 * Why a provider has not done something: `motivo` of a payment that failed, `detail` of the Central Bank's refusals, `nome`
 * and `mensagem` of Efí's. Null where it says nothing. One line, without what no database can hold: also a character that is
 * cut in two by the length.
 */
export function wordsOfProvider(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { motivo, detail, nome, mensagem } = body as Readonly<Record<string, unknown>>;
  const said = [motivo, detail, nome, mensagem].filter((words) => typeof words === 'string').map(onOneLine);
  const words = said.filter((each) => each !== '').join(': ');
  return words === '' ? null : words.slice(0, MAX_LENGTH).toWellFormed();
}

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
