import { type Charges, type ChargesDeps, createCharges } from './charges.ts';
import { createSends, type Sends } from './sends.ts';

/** A receiver's account at a payment provider has charges, their payments, and sent payments. */
export type PixBank = Charges & Sends;

export function createPixBank(deps: ChargesDeps): PixBank {
  return { ...createCharges(deps), ...createSends(deps.now) };
}
