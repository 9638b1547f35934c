import type { Cents } from '../../../../platform/money.ts';

/** Money that came in, as a provider reports it. */
export interface PixPayment {
  /** Unique for a payment, in all of Brazil. */
  endToEndId: string;
  /** Of the charge that it pays; null where somebody paid to the key by hand. */
  txid: string | null;
  amountCents: Cents;
  /** Where the provider says that it is not of BRL: in hundredths of what. */
  foreignCurrency: string | null;
  paidAt: Date;
  /** What was given back of it. */
  returns: readonly PixReturn[];
  /** What is said of more that was given back, and nobody can read. */
  unreadableReturns: readonly string[];
}

/** Money that came in and went back, by the payer's bank or by the receiver. */
export interface PixReturn {
  /** Unique for the payment. */
  returnId: string;
  /** OPEN: it is under way, and may still fail. */
  status: 'OPEN' | 'DONE' | 'FAILED';
  amountCents: Cents;
  /** Or asked for, where it is not done. */
  returnedAt: Date;
}

/** What a payer is asked for. */
export interface PixCharge {
  txid: string;
  amountCents: Cents;
  /** What a payer copies and pastes, or reads as a picture. */
  code: string;
  payments: readonly PixPayment[];
}

interface NewPixCharge {
  /** 26 to 35 letters and digits, used once. */
  txid: string;
  amountCents: Cents;
  expiresInSeconds: number;
}

/** Money that went out. `PROCESSING` may still become either. */
export type PixSend = {
  sendId: string;
  amountCents: Cents;
} & (
  | { status: 'DONE'; endToEndId: string; reason: null }
  /** Why, where the provider says it. */
  | { status: 'PROCESSING' | 'FAILED'; endToEndId: null; reason: string | null }
);

export interface NewPixSend {
  /** 1 to 35 letters and digits: under one id money is sent once, however often it is asked. */
  sendId: string;
  amountCents: Cents;
  /** The receiver's Pix key. */
  toKey: string;
}

/**
 * A payment provider. Every function throws an `OutsideError` where no usable answer came; what may be concluded from
 * it, its `fault` says.
 */
export interface Pix {
  /** Also where a charge of this txid was made before: the same one is given again. */
  makeCharge(charge: NewPixCharge): Promise<PixCharge>;
  /** Null where the provider knows none. */
  findCharge(txid: string): Promise<PixCharge | null>;
  /** Takes a charge off, so that nobody can pay it any more; one that is paid, or unknown, is left as it is. */
  removeCharge(txid: string): Promise<void>;
  /** Asked once, whatever happens: after a fault that leaves it open, `findSend` says what became of it. */
  send(send: NewPixSend): Promise<PixSend>;
  /** Null where the provider knows nothing of it, so that nothing was sent. */
  findSend(sendId: string): Promise<PixSend | null>;
}
