import { INT64_MAX } from './ids.ts';

/** No float touches an amount, and only the functions below round. */
export type Cents = bigint;

const INT64_MIN = -INT64_MAX - 1n;
const CENTS_PER_UNIT = 100n;

/** JSON has no bigint. */
export const amountsAsText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);

/** `R$ 1.234,56`, as Intl for pt-BR writes it but with a plain space; Intl takes four times as long. */
export function formatBrl(cents: Cents): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const reais = digits.slice(0, -2);
  const grouped = reais.length <= 3 ? reais : reais.replaceAll(/\B(?=(?:\d{3})+$)/g, '.');
  return `${cents < 0n ? '-' : ''}R$ ${grouped},${digits.slice(-2)}`;
}

export const formatBrlInEnglish = (cents: Cents): string =>
  formatBrl(cents)
    .replace('R$ ', 'R$')
    .replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));

export function formatUsd(cents: Cents): string {
  return toDecimal(cents);
}

/** Throws RangeError on anything else or beyond 64 bits. */
export function parseCents(text: string): Cents {
  // BigInt takes seconds to read a million digits.
  if (!/^-?[0-9]{1,19}$/.test(text)) throw new RangeError(`not a whole number of cents: ${text.slice(0, 40)}`);
  const cents = BigInt(text);
  if (cents < INT64_MIN || cents > INT64_MAX) throw new RangeError(`cents beyond 64 bits: ${text}`);
  return cents;
}

export interface DecimalFactor {
  readonly units: bigint;
  readonly scale: number;
}

/** The schema of a query has checked it. */
export const givenCents = (given: string | number | undefined): Cents | undefined =>
  given === undefined ? undefined : BigInt(given);

/** At most 18 digits on either side; no exponent and no bare point. */
export function parseFactor(text: string): DecimalFactor {
  const match = /^(-?)([0-9]{1,18})(?:\.([0-9]{1,18}))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** A half is rounded away from zero; the exact factor makes this the only rounding. */
export function multiplyRounded(cents: Cents, factor: DecimalFactor): Cents {
  return divideRounded(cents * factor.units, 10n ** BigInt(factor.scale));
}

/** A half is rounded away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const [top, bottom] = withPositiveDivisor(dividend, divisor);
  const half = top < 0n ? -bottom : bottom;
  // A bigint division drops the fraction, so half a divisor is added first.
  return (2n * top + half) / (2n * bottom);
}

export function divideCeil(dividend: bigint, divisor: bigint): bigint {
  return -divideFloor(-dividend, divisor);
}

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

/** A thousand coins of a marketplace are a dollar. */
export const COINS_PER_CENT = 10;
