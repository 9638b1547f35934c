import type { ExteriorRange, Rarity, Weapon } from './grades.ts';

/** A finish of null is a knife without paint. The price is in US cents, Field-Tested or in the exterior next to it. */
export type SkinRow = [weapon: Weapon, finish: string | null, rarity: Rarity, cents: number, range?: ExteriorRange];

export interface SkinCollection {
  name: string;
  /** The case that holds the collection, and its price in US cents. Only cases give StatTrak™. */
  container?: [name: string, cents: number];
  skins: SkinRow[];
}
