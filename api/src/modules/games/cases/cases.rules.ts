import { HASH_MAX, type HashRange, widthOf } from '@lisura/fairness';
import { type Cents, divideRounded } from '../../../platform/money.ts';
import type { CaseFields } from './cases.types.ts';

const RTP_DECIMALS = 4;

/**
 * What is paid back on average, in percent of the price: `Σ width × value ÷ (10000000 × price) × 100`, with 4 decimals.
 * Exact up to the one rounding at the end, where a half goes up.
 */
export function theoreticalRtp(items: readonly (HashRange & { valueCentsBrl: Cents })[], priceCents: Cents): string {
  const paidCents = items.reduce((sum, item) => sum + BigInt(widthOf(item)) * item.valueCentsBrl, 0n);
  const unitsPerShare = 100n * 10n ** BigInt(RTP_DECIMALS);
  const units = divideRounded(paidCents * unitsPerShare, BigInt(HASH_MAX) * priceCents);
  const digits = units.toString().padStart(RTP_DECIMALS + 1, '0');
  return `${digits.slice(0, -RTP_DECIMALS)}.${digits.slice(-RTP_DECIMALS)}`;
}

export type ChangedFields = { [Field in keyof CaseFields]?: { from: CaseFields[Field]; to: CaseFields[Field] } };

/** The fields given that differ from before. */
export function changedFields(before: CaseFields, given: Partial<CaseFields>): ChangedFields {
  const fields = ['name', 'imageUrl', 'category', 'priceCents', 'status'] as const;
  return Object.fromEntries(
    fields
      .filter((field) => given[field] !== undefined && given[field] !== before[field])
      .map((field) => [field, { from: before[field], to: given[field] }]),
  );
}
