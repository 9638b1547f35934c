import type { Cents } from '../../../../platform/money.ts';

/** A provider has reported this money as received. */
export interface PixPayment {
  /** It is unique in all of Brazil. */
  endToEndId: string;
  /** The charge that it pays; null if the payer entered the key by hand. */
  txid: string | null;
  amountCents: Cents;
  /** The name of the currency if the provider says that it is not BRL; the amount is in its hundredths. */
  foreignCurrency: string | null;
  paidAt: Date;
  returns: readonly PixReturn[];
  /** Reported returns that the server could not read. */
  unreadableReturns: readonly string[];
}

/** The payer's bank or the receiver returned this money. */
export interface PixReturn {
  /** It is unique within the payment. */
  returnId: string;
  /** An OPEN return is under way and may still fail. */
  status: 'OPEN' | 'DONE' | 'FAILED';
  amountCents: Cents;
  /** The time of the request if it is not done. */
  returnedAt: Date;
}

export interface PixCharge {
  txid: string;
  amountCents: Cents;
  /** Payers copy it, or scan it as a picture. */
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
  /** The reason, if the provider names it. */
  | { status: 'PROCESSING' | 'FAILED'; endToEndId: null; reason: string | null }
);

export interface NewPixSend {
  /** It has 1 to 35 letters and digits; the provider sends money once for each. */
  sendId: string;
  amountCents: Cents;
  toKey: string;
}

/** Every function throws an `OutsideError` without a usable answer; its `fault` says what may be concluded. */
export interface Pix {
  /** Returns the existing charge if this txid has one. */
  makeCharge(charge: NewPixCharge): Promise<PixCharge>;
  /** Returns null if the provider does not know it. */
  findCharge(txid: string): Promise<PixCharge | null>;
  /** Removes a charge so that it cannot be paid any more. A paid or unknown charge stays as it is. */
  removeCharge(txid: string): Promise<void>;
  /** Asks once. After a fault that leaves the outcome open, `findSend` tells it. */
  send(send: NewPixSend): Promise<PixSend>;
  /** Returns null if the provider knows nothing of it, so nothing was sent. */
  findSend(sendId: string): Promise<PixSend | null>;
}
