import { useState } from 'react';
import type { InventoryItem } from '../../data/generated/api.ts';

export const MAX_SELECTED = 100;

export interface Selection {
  items: readonly InventoryItem[];
  sumCents: bigint;
  has: (item: InventoryItem) => boolean;
  toggle: (item: InventoryItem) => void;
  add: (items: readonly InventoryItem[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, InventoryItem>>(new Map());
  const items = [...chosen.values()];
  const add = (more: readonly InventoryItem[]) =>
    setChosen((before) => new Map([...before, ...more.map((item) => [item.id, item] as const)].slice(0, MAX_SELECTED)));
  return {
    items,
    sumCents: items.reduce((sum, { itemValueCents }) => sum + BigInt(itemValueCents), 0n),
    has: ({ id }) => chosen.has(id),
    toggle: (item) => {
      if (!chosen.has(item.id)) return add([item]);
      setChosen((before) => new Map([...before].filter(([id]) => id !== item.id)));
    },
    add,
    clear: () => setChosen(new Map()),
  };
}
