import type { Cents } from '../../../../platform/money.ts';

export interface PixPayment {
  endToEndId: string;
  /** It is null if the payer entered the key by hand. */
  txid: string | null;
  amountCents: Cents;
  /** It is null for BRL; another amount is in the hundredths of this currency. */
  foreignCurrency: string | null;
  paidAt: Date;
  returns: readonly PixReturn[];
  unreadableReturns: readonly string[];
  /** It is null where the bank does not say who has paid. */
  payer: PixPerson | null;
}

export interface PixPerson {
  /** Digits of a CPF, or the letters and digits of a CNPJ. */
  document: string;
  name: string | null;
}

export interface PixReturn {
  returnId: string;
  /** An OPEN return is under way and may still fail. */
  status: 'OPEN' | 'DONE' | 'FAILED';
  amountCents: Cents;
  /** It is the time of the request until the return is done. */
  returnedAt: Date;
}

export interface PixCharge {
  txid: string;
  amountCents: Cents;
  code: string;
  payments: readonly PixPayment[];
}

interface NewPixCharge {
  /** It has 26 to 35 letters and digits and is used once. */
  txid: string;
  amountCents: Cents;
  expiresInSeconds: number;
  /** The charge names them as `devedor`, which does not keep others from paying. */
  debtor?: { cpf: string; name: string } | null;
}

export type PixSend = {
  sendId: string;
  amountCents: Cents;
} & (
  | { status: 'DONE'; endToEndId: string; reason: null }
  | { status: 'PROCESSING' | 'FAILED'; endToEndId: null; reason: string | null }
);

export interface NewPixSend {
  /** It has 1 to 35 letters and digits; money is sent once for each. */
  sendId: string;
  amountCents: Cents;
  toKey: string;
}

/** Without a usable answer each function throws an `OutsideError`, whose `fault` says what may be concluded. */
export interface Pix {
  makeCharge(charge: NewPixCharge): Promise<PixCharge>;
  findCharge(txid: string): Promise<PixCharge | null>;
  findPayment(endToEndId: string): Promise<PixPayment | null>;
  /** The payments of this time, with their returns until now. */
  listPayments(from: Date, to: Date): Promise<readonly PixPayment[]>;
  /** A paid or unknown charge stays as it is. */
  removeCharge(txid: string): Promise<void>;
  /** Tells the bank where to report payments, unless it knows. A secret in it takes the place of the bank's certificate. */
  registerWebhook(url: string): Promise<void>;
  /** False: the bank has no way, and people pay by hand. */
  readonly canSend: boolean;
  /** It asks once; `findSend` clears an open outcome. */
  send(send: NewPixSend): Promise<PixSend>;
  /** Returns null if nothing was sent. */
  findSend(sendId: string): Promise<PixSend | null>;
}
