import { createHash } from 'node:crypto';
import type { Exterior, WeaponCategory } from './grades.ts';

type ExteriorFactors = Record<Exterior['code'], number>;

const USUAL_FACTORS: ExteriorFactors = { FN: 2.4, MW: 1.35, FT: 1, WW: 0.9, BS: 0.82 };
/** Knives differ little from one exterior to the next; clean gloves are scarce. */
const SPECIAL_FACTORS: Partial<Record<WeaponCategory, ExteriorFactors>> = {
  Knives: { FN: 1.3, MW: 1.1, FT: 1, WW: 0.93, BS: 0.88 },
  Gloves: { FN: 3.6, MW: 1.7, FT: 1, WW: 0.8, BS: 0.68 },
};
const STATTRAK_FACTOR = 2.3;
const KNIFE_STATTRAK_FACTOR = 1.15;

const MARKET_MINIMUM_CENTS = 3;
/** No two items of a market keep to the same factors, so each is off by up to this share. */
const UNEVENNESS = 0.06;

export interface SkinVariant {
  marketHashName: string;
  category: WeaponCategory;
  statTrak: boolean;
  exterior: Exterior;
  baseExterior: Exterior;
}

export function priceOfVariant(baseCents: number, variant: SkinVariant): number {
  const factors = SPECIAL_FACTORS[variant.category] ?? USUAL_FACTORS;
  const statTrakFactor = variant.category === 'Knives' ? KNIFE_STATTRAK_FACTOR : STATTRAK_FACTOR;
  const cents =
    (baseCents * factors[variant.exterior.code] * (variant.statTrak ? statTrakFactor : 1)) /
    factors[variant.baseExterior.code];
  return Math.max(MARKET_MINIMUM_CENTS, Math.round(cents * unevennessOf(variant.marketHashName)));
}

function unevennessOf(name: string): number {
  const number = createHash('sha256').update(`price:${name}`).digest().readUInt16BE();
  return 1 + UNEVENNESS * (number / 0x7fff - 1);
}
