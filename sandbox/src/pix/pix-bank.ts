import { randomBytes } from 'node:crypto';
import { requestError } from '../request-error.ts';
import { brCodeOf } from './br-code.ts';

/** A payment as everybody is told of it. */
export interface Payment {
  endToEndId: string;
  txid: string;
  valor: string;
  chave: string;
  horario: string;
  infoPagador?: string;
  devolucoes?: Return[];
}

export const RETURN_STATUSES = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'] as const;

/** Money that was paid and goes back to the payer. */
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
  /** By the receiver: nobody can pay it any more. */
  isRemoved: boolean;
  payments: Payment[];
}

export const SEND_STATUSES = ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO'] as const;
type SendStatus = (typeof SEND_STATUSES)[number];

/** Money that was sent from the receiver's account to somebody's key. */
export interface Send {
  idEnvio: string;
  endToEndId: string;
  amount: string;
  fromKey: string;
  toKey: string;
  status: SendStatus;
  reason: string | null;
  requestedAt: Date;
  settledAt: Date | null;
}

/** As the Central Bank calls a charge that its receiver has taken off. */
export const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

export interface PixBank {
  charges(): readonly Charge[];
  findCharge(txid: string): Charge | undefined;
  addCharge(charge: Omit<Charge, 'createdAt' | 'isRemoved' | 'payments'>): Charge;
  statusOf(charge: Charge): 'ATIVA' | 'CONCLUIDA' | typeof REMOVED;
  isExpired(charge: Charge): boolean;
  locationOf(charge: Charge): string;
  codeOf(charge: Charge): string;
  /** By its code or its txid, as a payer has it. */
  findPayable(codeOrTxid: string): Charge | undefined;
  /** Of another amount, too late or a second time only where `force` says so. */
  pay(txid: string, how?: { amount?: string; force?: boolean; note?: string }): Payment;
  /** Of the last payment of a charge, or of the one that is named; all of it and done, unless told otherwise. */
  giveBack(txid: string, how?: { endToEndId?: string; amount?: string; status?: Return['status'] }): Payment;
  sends(): readonly Send[];
  findSend(idEnvio: string): Send | undefined;
  addSend(send: Pick<Send, 'idEnvio' | 'amount' | 'fromKey' | 'toKey'>): Send;
  settleSend(idEnvio: string, status: SendStatus, reason?: string): void;
  /** Whether sends are done when they are next asked for, or wait for a hand. */
  setSendMode(mode: 'automatic' | 'manual'): void;
}

interface PixBankDeps {
  origin: () => string;
  now: () => Date;
  onPayment(payment: Payment): void;
}

const ISPB = '99999999';
const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Never seeded: the ids of payments never come again, also after a start. */
const randomText = (length: number) =>
  [...randomBytes(length)].map((byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('');

/** The account of a receiver at a payment provider: its charges, what was paid of them, and what was sent. */
export function createPixBank({ origin, now, onPayment }: PixBankDeps): PixBank {
  const charges = new Map<string, Charge>();
  const sends = new Map<string, Send>();
  let sendMode: 'automatic' | 'manual' = 'automatic';

  const newId = (kind: 'E' | 'D') =>
    `${kind}${ISPB}${now().toISOString().replaceAll(/\D/g, '').slice(0, 12)}${randomText(11)}`;
  const newEndToEndId = () => newId('E');
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
    pay(txid, { amount, force = false, note } = {}) {
      const charge = charges.get(txid);
      if (!charge) throw requestError(`No charge has the txid "${txid}".`);
      if (!force && charge.payments.length > 0) throw requestError('The charge is paid already.');
      if (!force && charge.isRemoved) throw requestError('The charge was taken off by its receiver.');
      if (!force && isExpired(charge)) throw requestError('The charge has expired.');
      const payment: Payment = {
        endToEndId: newEndToEndId(),
        txid,
        valor: amount ?? charge.amount,
        chave: charge.key,
        horario: now().toISOString(),
        ...(note === undefined ? {} : { infoPagador: note }),
      };
      charge.payments.push(payment);
      onPayment(payment);
      return payment;
    },
    giveBack(txid, { endToEndId, amount, status = 'DEVOLVIDO' } = {}) {
      const payments = charges.get(txid)?.payments ?? [];
      const payment = payments.findLast((each) => (endToEndId ?? each.endToEndId) === each.endToEndId);
      if (!payment) throw requestError(`Nothing like that was paid of a charge with the txid "${txid}".`);
      if (amount === undefined && payment.devolucoes) throw requestError('It is given back already.');
      const solicitacao = now().toISOString();
      payment.devolucoes = [
        ...(payment.devolucoes ?? []),
        {
          id: randomText(20),
          rtrId: newId('D'),
          valor: amount ?? payment.valor,
          horario: { solicitacao, ...(status === 'DEVOLVIDO' ? { liquidacao: solicitacao } : {}) },
          status,
        },
      ];
      onPayment(payment);
      return payment;
    },
    sends: () => [...sends.values()],
    findSend(idEnvio) {
      const send = sends.get(idEnvio);
      if (send?.status === 'EM_PROCESSAMENTO' && sendMode === 'automatic') settle(send, 'REALIZADO', null);
      return send;
    },
    addSend(given) {
      const send: Send = {
        ...given,
        endToEndId: newEndToEndId(),
        status: 'EM_PROCESSAMENTO',
        reason: null,
        requestedAt: now(),
        settledAt: null,
      };
      sends.set(send.idEnvio, send);
      return send;
    },
    settleSend(idEnvio, status, reason) {
      const send = sends.get(idEnvio);
      if (!send) throw requestError(`Nothing was sent under "${idEnvio}".`);
      if (send.status !== 'EM_PROCESSAMENTO') throw requestError(`What was sent under "${idEnvio}" is settled.`);
      settle(send, status, reason ?? null);
    },
    setSendMode(mode) {
      sendMode = mode;
    },
  };

  function settle(send: Send, status: SendStatus, reason: string | null): void {
    Object.assign(send, { status, reason, settledAt: status === 'EM_PROCESSAMENTO' ? null : now() });
  }
}
