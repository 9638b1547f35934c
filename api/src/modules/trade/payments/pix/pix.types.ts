import type { Cents } from '../../../../platform/money.ts';

/** Money that came in, as a provider tells of it. */
export interface PixPayment {
  /** Unique for a payment, in all of Brazil. */
  endToEndId: string;
  /** Of the charge that it pays; null where somebody paid to the key by hand. */
  txid: string | null;
  amountCents: Cents;
  paidAt: Date;
}

/** What a payer is asked for. */
export interface PixCharge {
  txid: string;
  amountCents: Cents;
  isPaid: boolean;
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
export interface PixSend {
  sendId: string;
  status: 'PROCESSING' | 'DONE' | 'FAILED';
  endToEndId: string;
  amountCents: Cents;
  /** Of one that failed, where the provider says it. */
  reason: string | null;
}

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
  /** Asked once, whatever happens: after a fault that leaves it open, `findSend` tells what became of it. */
  send(send: NewPixSend): Promise<PixSend>;
  /** Null where the provider knows nothing of it, so that nothing was sent. */
  findSend(sendId: string): Promise<PixSend | null>;
}
