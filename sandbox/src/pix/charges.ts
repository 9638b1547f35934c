import { requestError } from '../request-error.ts';
import { brCodeOf } from './br-code.ts';
import { newPixId, randomText } from './pix-ids.ts';

export interface Payment {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  infoPagador?: string;
  /** Messages rarely have it. */
  pagador?: Payer;
  devolucoes?: Return[];
}

export interface Payer {
  cpf?: string;
  cnpj?: string;
  nome: string;
}

export const RETURN_STATUSES = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'] as const;

interface Return {
  id: string;
  rtrId: string;
  valor: string;
  horario: { solicitacao: string; liquidacao?: string };
  status: (typeof RETURN_STATUSES)[number];
}

export interface Charge {
  txid: string;
  amount: string;
  key: string;
  createdAt: Date;
  expiresInSeconds: number;
  note: string | null;
  /** Others may pay, too. */
  debtor: unknown;
  isRemoved: boolean;
  payments: Payment[];
}

export const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

export interface Charges {
  charges(): readonly Charge[];
  findCharge(txid: string): Charge | undefined;
  addCharge(charge: Omit<Charge, 'createdAt' | 'isRemoved' | 'payments'>): Charge;
  statusOf(charge: Charge): 'ATIVA' | 'CONCLUIDA' | typeof REMOVED;
  isExpired(charge: Charge): boolean;
  locationOf(charge: Charge): string;
  codeOf(charge: Charge): string;
  findPayable(codeOrTxid: string): Charge | undefined;
  /** Another amount, a late payment and a second one need `force`. */
  pay(txid: string, how?: { amount?: string; force?: boolean; note?: string; payer?: Payer }): Payment;
  /** Returns the last payment of a charge, or the named one; by default all of it, at once. */
  giveBack(
    txid: string,
    how?: { endToEndId?: string; amount?: string; status?: Return['status']; id?: string },
  ): Payment;
  payments(): readonly Payment[];
  findPayment(endToEndId: string): Payment | undefined;
  /** The bank has these payments, whatever they say. */
  record(payments: readonly Partial<Payment>[]): void;
}

export interface ChargesDeps {
  origin: () => string;
  now: () => Date;
  onPayment(payment: Payment): void;
}

export function createCharges({ origin, now, onPayment }: ChargesDeps): Charges {
  const charges = new Map<string, Charge>();
  const payments = new Map<string, Payment>();
  const expiryOf = ({ createdAt, expiresInSeconds }: Charge) => createdAt.getTime() + expiresInSeconds * 1000;
  const isExpired = (charge: Charge) => now().getTime() >= expiryOf(charge);
  const locationOf = ({ txid }: Charge) => `${origin()}/pix/qr/v2/${txid}`;
  const codeOf = (charge: Charge) => brCodeOf(locationOf(charge), charge.amount);

  return {
    charges: () => [...charges.values()],
    findCharge: (txid) => charges.get(txid),
    addCharge(given) {
      const charge = { ...given, createdAt: now(), isRemoved: false, payments: [] };
      charges.set(charge.txid, charge);
      return charge;
    },
    statusOf: ({ payments, isRemoved }) => {
      if (payments.length > 0) return 'CONCLUIDA';
      return isRemoved ? REMOVED : 'ATIVA';
    },
    isExpired,
    locationOf,
    codeOf,
    findPayable: (text) => charges.get(text) ?? [...charges.values()].find((charge) => codeOf(charge) === text),
    pay(txid, { amount, force = false, note, payer } = {}) {
      const charge = charges.get(txid);
      if (!charge) throw requestError(`No charge has the txid "${txid}".`);
      if (!force && charge.payments.length > 0) throw requestError('The charge is paid already.');
      if (!force && charge.isRemoved) throw requestError('The charge was taken off by its receiver.');
      if (!force && isExpired(charge)) throw requestError('The charge has expired.');
      const payment = { ...paymentOf(charge, amount ?? charge.amount, now(), note), ...(payer && { pagador: payer }) };
      charge.payments.push(payment);
      payments.set(payment.endToEndId, payment);
      onPayment(payment);
      return payment;
    },
    giveBack(txid, { endToEndId, amount, status = 'DEVOLVIDO', id } = {}) {
      const payment = charges
        .get(txid)
        ?.payments.findLast((each) => (endToEndId ?? each.endToEndId) === each.endToEndId);
      if (!payment) throw requestError(`Nothing like that was paid of a charge with the txid "${txid}".`);
      if (amount === undefined && payment.devolucoes) throw requestError('It is given back already.');
      payment.devolucoes = [...(payment.devolucoes ?? []), returnOf(amount ?? payment.valor, status, now(), id)];
      onPayment(payment);
      return payment;
    },
    payments: () => [...payments.values()].sort((one, other) => Date.parse(one.horario) - Date.parse(other.horario)),
    findPayment: (endToEndId) => payments.get(endToEndId),
    record(given) {
      for (const said of given) {
        const { endToEndId = '' } = said;
        const payment = Object.assign(payments.get(endToEndId) ?? ({} as Payment), said);
        payments.set(endToEndId, payment);
        const charge = charges.get(payment.txid);
        if (charge?.payments.includes(payment) === false) charge.payments.push(payment);
      }
    },
  };
}

function paymentOf({ txid, key }: Charge, amount: string, at: Date, note: string | undefined): Payment {
  return {
    endToEndId: newPixId('E', at),
    txid,
    valor: amount,
    chave: key,
    horario: at.toISOString(),
    ...(note === undefined ? {} : { infoPagador: note }),
  };
}

function returnOf(amount: string, status: Return['status'], at: Date, id = randomText(20)): Return {
  const solicitacao = at.toISOString();
  return {
    id,
    rtrId: newPixId('D', at),
    valor: amount,
    horario: { solicitacao, ...(status === 'DEVOLVIDO' ? { liquidacao: solicitacao } : {}) },
    status,
  };
}
