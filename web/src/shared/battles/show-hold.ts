import { beginShow } from '../../data/spoilers.ts';

/**
 * From the press that fills a battle until its show is over, nothing else may tell its result: not the balance, not a
 * notification, not the ticker.
 */
const held = new Map<string, () => void>();

export function holdShow(battleId: string): void {
  if (!held.has(battleId)) held.set(battleId, beginShow());
}

export function releaseShow(battleId: string): void {
  held.get(battleId)?.();
  held.delete(battleId);
}
