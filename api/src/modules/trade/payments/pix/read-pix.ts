import { type Static, Type } from 'typebox';
import { type Cents, formatUsd } from '../../../../platform/money.ts';
import { shaped } from '../../../../platform/outbound/outside-client.ts';
import type { PixPayment, PixPerson, PixReturn } from './pix.records.ts';

export const pixAmount = (cents: Cents): string => formatUsd(cents);

export function centsOfPixAmount(text: string): Cents | null {
  const [, reais, cents] = /^([0-9]{1,13})\.([0-9]{2})$/.exec(text) ?? [];
  return reais === undefined ? null : BigInt(`${reais}${cents}`);
}

/** The database cannot hold some implausible times. */
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

/** Unreadable `devolucoes` are kept as text and do not prevent the payment. */
function returnsOf(said: unknown): { returns: PixReturn[]; unreadable: string[] } {
  const found: { returns: PixReturn[]; unreadable: string[] } = { returns: [], unreadable: [] };
  for (const each of Array.isArray(said) ? said : said === undefined || said === null ? [] : [said]) {
    const read = returnOf(each);
    if (read === null) found.unreadable.push(JSON.stringify(each));
    else found.returns.push(read);
  }
  return found;
}

function returnOf(said: unknown): PixReturn | null {
  const read = readReturn(said);
  if (read === null) return null;
  const amountCents = centsOfPixAmount(read.valor);
  const returnedAt = new Date(read.horario.liquidacao ?? read.horario.solicitacao);
  if (amountCents === null || amountCents === 0n || !isPlausibleTime(returnedAt)) return null;
  return { returnId: read.id, status: STATUSES[read.status], amountCents, returnedAt };
}

export const CurrencyFields = {
  moeda: Type.Optional(Type.Unknown()),
  currency: Type.Optional(Type.Unknown()),
  currency_id: Type.Optional(Type.Unknown()),
};
const BRL_NAMES = ['BRL', 'R$', '986'];
const MAX_NAME = 40;

function foreignCurrencyOf(said: { moeda?: unknown; currency?: unknown; currency_id?: unknown }): string | null {
  const names = [said.moeda, said.currency, said.currency_id]
    .filter((name) => name !== undefined && name !== null)
    .map((name) => (typeof name === 'string' ? name : JSON.stringify(name)).trim());
  const foreign = names.find((name) => !BRL_NAMES.includes(name.toUpperCase()));
  // The database cannot hold control characters or half characters.
  return (
    foreign
      ?.replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, MAX_NAME)
      .toWellFormed() ?? null
  );
}

export const PixEntry = Type.Object({
  endToEndId: Type.String({ pattern: '^[A-Za-z0-9]{32}$' }),
  txid: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,35}$' })),
  valor: Type.String(),
  horario: Type.String({ maxLength: 40 }),
  devolucoes: Type.Optional(Type.Unknown()),
  pagador: Type.Optional(Type.Unknown()),
  ...CurrencyFields,
});

const readPayer = shaped(
  Type.Object({
    cpf: Type.Optional(Type.String({ pattern: '^[0-9]{11}$' })),
    cnpj: Type.Optional(Type.String({ pattern: '^[0-9A-Z]{12}[0-9]{2}$' })),
    nome: Type.Optional(Type.String({ maxLength: 200 })),
  }),
);

/** Nobody is known of an unreadable one, and the payment stays. */
function payerOf(said: unknown): PixPerson | null {
  const { cpf, cnpj, nome = null } = readPayer(said) ?? {};
  const document = cpf ?? cnpj;
  return document === undefined ? null : { document, name: nome };
}

export function paymentOf(entry: Static<typeof PixEntry>): PixPayment | null {
  const { endToEndId, txid, valor, horario, devolucoes, pagador } = entry;
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
    payer: payerOf(pagador),
  };
}

const MAX_LENGTH = 300;

/** Reads `motivo` of a failed payment, `detail` of the Central Bank's refusals, `nome` and `mensagem` of Efí's. */
export function wordsOfProvider(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { motivo, detail, nome, mensagem } = body as Readonly<Record<string, unknown>>;
  const said = [motivo, detail, nome, mensagem].filter((words) => typeof words === 'string').map(onOneLine);
  const words = said.filter((each) => each !== '').join(': ');
  return words === '' ? null : words.slice(0, MAX_LENGTH).toWellFormed();
}

const onOneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
