import { type Charges, type ChargesDeps, createCharges } from './charges.ts';
import { createSends, type Sends } from './sends.ts';

/** The account of a receiver at a payment provider: its charges, what was paid of them, and what was sent. */
export type PixBank = Charges & Sends;

export function createPixBank(deps: ChargesDeps): PixBank {
  return { ...createCharges(deps), ...createSends(deps.now) };
}
