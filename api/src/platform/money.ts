import { INT64_MAX } from './ids.ts';

/** Money is whole cents in a bigint. No float touches an amount, and only the functions below round. */
export type Cents = bigint;

const INT64_MIN = -INT64_MAX - 1n;
const CENTS_PER_UNIT = 100n;

/** For JSON, which has no bigint. */
export const amountsAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/**
 * Formats `R$ 1.234,56`, negative `-R$ 1,00`. The result is that of Intl for pt-BR, but with a plain space after R$, as
 * the documents have it; Intl would take four times as long, and every list of items needs it.
 */
export function formatBrl(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const reais = digits.slice(0, -2);
  const grouped = reais.length <= 3 ? reais : reais.replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  return `${cents < 0n ? '-' : ''}R$ ${grouped},${digits.slice(-2)}`;
}

/** Formats the same amount for English readers: `R$1,234.56`. */
export const formatBrlInEnglish = (cents: Cents): string =>
  formatBrl(cents)
    .replace('R$ ', 'R$')
    .replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));

/** Formats a plain decimal with two digits and no symbol: `12.34`. */
export function formatUsd(cents: Cents): string {
  return toDecimal(cents);
}

/** Reads whole cents from a decimal string. Throws RangeError on anything else or beyond 64 bits. */
export function parseCents(text: string): Cents {
  // The length is bounded first, because BigInt takes seconds to read a million digits.
  if (!/^-?[0-9]{1,19}$/.test(text)) throw new RangeError(`not a whole number of cents: ${text.slice(0, 40)}`);
  const cents = BigInt(text);
  if (cents < INT64_MIN || cents > INT64_MAX) throw new RangeError(`cents beyond 64 bits: ${text}`);
  return cents;
}

/** An exact decimal: `units / 10^scale`. */
export interface DecimalFactor {
  readonly units: bigint;
  readonly scale: number;
}

/** Reads `1.2` or `5.4321`: at most 18 digits on either side and a sign, but no exponent and no bare point. */
export function parseFactor(text: string): DecimalFactor {
  const match = /^(-?)([0-9]{1,18})(?:\.([0-9]{1,18}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** Returns `cents × factor`, with a half rounded away from zero. The factor is exact, so this is the only rounding. */
export function multiplyRounded(cents: Cents, factor: DecimalFactor): Cents {
  return divideRounded(cents * factor.units, 10n ** BigInt(factor.scale));
}

/** Returns the nearest whole number; a half is rounded away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const [top, bottom] = withPositiveDivisor(dividend, divisor);
  const half = top < 0n ? -bottom : bottom;
  // A bigint division drops the fraction, so adding half a divisor in the sign's direction first rounds it.
  return (2n * top + half) / (2n * bottom);
}

/** Returns the smallest whole number that is not below the quotient. */
export function divideCeil(dividend: bigint, divisor: bigint): bigint {
  return -divideFloor(-dividend, divisor);
}

/** Returns the largest whole number that is not above the quotient. */
export function divideFloor(dividend: bigint, divisor: bigint): bigint {
  const [top, bottom] = withPositiveDivisor(dividend, divisor);
  const quotient = top / bottom;
  return top < 0n && top % bottom !== 0n ? quotient - 1n : quotient;
}

function withPositiveDivisor(dividend: bigint, divisor: bigint): [bigint, bigint] {
  if (divisor === 0n) throw new RangeError('division by zero');
  return divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
}

function toDecimal(cents: Cents): string {
  const sign = cents < 0n ? '-' : '';
  const size = cents < 0n ? -cents : cents;
  return `${sign}${size / CENTS_PER_UNIT}.${(size % CENTS_PER_UNIT).toString().padStart(2, '0')}`;
}

/** Marketplace prices are in coins: a thousand coins are a dollar. */
export const COINS_PER_CENT = 10;
