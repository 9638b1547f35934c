import type { ExteriorRange, Rarity, Weapon } from './grades.ts';

/** A finish of null is a knife without paint. The price is in US cents, Field-Tested or in the exterior next to it. */
export type SkinRow = [weapon: Weapon, finish: string | null, rarity: Rarity, cents: number, range?: ExteriorRange];

export interface SkinCollection {
  name: string;
  /** A case holds the collection and has a price in US cents. Only cases give StatTrak™. */
  container?: [name: string, cents: number];
  skins: SkinRow[];
}
