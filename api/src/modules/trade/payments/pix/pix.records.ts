import type { Cents } from '../../../../platform/money.ts';

/** The provider has reported this money as received. */
export interface PixPayment {
  endToEndId: string;
  /** It is null if the payer entered the key by hand. */
  txid: string | null;
  amountCents: Cents;
  /** It is null for BRL; another amount is in the hundredths of this currency. */
  foreignCurrency: string | null;
  paidAt: Date;
  returns: readonly PixReturn[];
  /** The server could not read these reported returns. */
  unreadableReturns: readonly string[];
}

/** The payer's bank or the receiver returned this money. */
export interface PixReturn {
  returnId: string;
  /** An OPEN return is under way and may still fail. */
  status: 'OPEN' | 'DONE' | 'FAILED';
  amountCents: Cents;
  /** It is the time of the request if the return is not done. */
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
}

/** A `PROCESSING` payment may still end either way. */
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

/** Each function throws an `OutsideError` without a usable answer; its `fault` says what may be concluded. */
export interface Pix {
  /** Repeats return the existing charge. */
  makeCharge(charge: NewPixCharge): Promise<PixCharge>;
  findCharge(txid: string): Promise<PixCharge | null>;
  /** A paid or unknown charge stays as it is. */
  removeCharge(txid: string): Promise<void>;
  /** Asks once. After an open outcome, `findSend` tells it. */
  send(send: NewPixSend): Promise<PixSend>;
  /** Returns null if nothing was sent. */
  findSend(sendId: string): Promise<PixSend | null>;
}
