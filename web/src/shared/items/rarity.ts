import type { CSSProperties } from 'react';

/** The colour of a rarity comes with each item; parts read it as `--rarity`. */
export const rarityStyle = (rarityColor: string): CSSProperties => ({ '--rarity': rarityColor }) as CSSProperties;

/** Answers of the API have the shown fields under these names. */
export interface ShownItem {
  name: string;
  imageUrl: string;
  rarityColor: string;
  valueCentsBrl?: string;
}
