import type { Charge, Payment } from './charges.ts';
import type { PixBank } from './pix-bank.ts';
import { type PixAnswer, problem } from './pix-faults.ts';

type Query = Readonly<Record<string, string | undefined>>;

const USUAL_ITEMS = 100;
const MOST_ITEMS = 1_000;
const AMOUNT = /^[0-9]{1,10}\.[0-9]{2}$/;

export function paymentsPage(bank: PixBank, query: Query): PixAnswer {
  const asked = askedOf(query);
  if (asked === null) return problem(400, 'PixConsultaInvalida', 'inicio, fim or paginacao.');
  const { txid } = query;
  const isAsked = (payment: Payment) => asked.has(payment.horario) && (txid === undefined || payment.txid === txid);
  return asked.page('pix', bank.payments().filter(isAsked));
}

export function chargesPage(bank: PixBank, query: Query, viewOf: (charge: Charge) => object): PixAnswer {
  const asked = askedOf(query);
  if (asked === null) return problem(400, 'CobConsultaInvalida', 'inicio, fim or paginacao.');
  const { status } = query;
  const isAsked = (charge: Charge) =>
    asked.has(charge.createdAt.toISOString()) && (status === undefined || bank.statusOf(charge) === status);
  return asked.page('cobs', bank.charges().filter(isAsked).map(viewOf));
}

const ZONED_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

function askedOf(query: Query) {
  const { inicio = '', fim = '' } = query;
  const page = Number(query['paginacao.paginaAtual'] ?? 0);
  const items = Number(query['paginacao.itensPorPagina'] ?? USUAL_ITEMS);
  const isPage = Number.isInteger(page) && page >= 0 && Number.isInteger(items) && items > 0 && items <= MOST_ITEMS;
  if (!ZONED_TIME.test(inicio) || !ZONED_TIME.test(fim) || !isPage) return null;
  const [from, to] = [Date.parse(inicio), Date.parse(fim)];
  return {
    has: (time: string) => Date.parse(time) >= from && Date.parse(time) <= to,
    page: (name: string, all: readonly object[]): PixAnswer => ({
      status: 200,
      body: {
        parametros: {
          inicio,
          fim,
          paginacao: {
            paginaAtual: page,
            itensPorPagina: items,
            quantidadeDePaginas: Math.max(Math.ceil(all.length / items), 1),
            quantidadeTotalDeItens: all.length,
          },
        },
        [name]: all.slice(page * items, (page + 1) * items),
      },
    }),
  };
}

export function onePayment(bank: PixBank, endToEndId: string): PixAnswer {
  const payment = bank.findPayment(endToEndId);
  return payment ? { status: 200, body: payment } : problem(404, 'PixNaoEncontrado', 'No such payment.');
}

/** A payment gives back no more than it brought. */
export function returnPayment(bank: PixBank, endToEndId: string, id: string, valor: string): PixAnswer {
  const payment = bank.findPayment(endToEndId);
  if (!payment) return problem(404, 'PixNaoEncontrado', 'No such payment.');
  if (!AMOUNT.test(valor) || Number(valor) === 0) return problem(400, 'PixDevolucaoInvalida', 'valor.');
  const returns = payment.devolucoes ?? [];
  const known = returns.find((each) => each.id === id);
  if (known) {
    return known.valor === valor ? { status: 200, body: known } : problem(409, 'PixDevolucaoInvalida', 'Another one.');
  }
  const gone = returns.filter(({ status }) => status !== 'NAO_REALIZADO').map((each) => Number(each.valor));
  const left = gone.reduce((rest, amount) => rest - amount, Number(payment.valor));
  if (Number(valor) > left + 0.001) return problem(400, 'PixDevolucaoInvalida', 'More than the payment has left.');
  const { devolucoes = [] } = bank.giveBack(payment.txid, { endToEndId, amount: valor, id });
  return { status: 201, body: devolucoes.at(-1) ?? {} };
}
