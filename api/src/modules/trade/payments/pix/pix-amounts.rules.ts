import { type Cents, formatUsd } from '../../../../platform/money.ts';

/** Amounts as the Pix API writes them: reais with two decimals and a point. */
export const pixAmount = (cents: Cents): string => formatUsd(cents);

/** Null where it is no amount. */
export function centsOfPixAmount(text: string): Cents | null {
  const [, reais, cents] = /^([0-9]{1,13})\.([0-9]{2})$/.exec(text) ?? [];
  return reais === undefined ? null : BigInt(`${reais}${cents}`);
}
