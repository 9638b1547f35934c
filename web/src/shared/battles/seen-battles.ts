import type { Battle } from './battle.ts';

/** What this browser was shown of battles before their outcome: afterwards it is what they are checked against. */
const nameOf = (id: string) => `lisura:battle:${id}`;

export function rememberBattle(battle: Battle): void {
  if (battle.status === 'WAITING') sessionStorage.setItem(nameOf(battle.id), JSON.stringify(battle));
}

/** Null where this browser did not see it in time. */
export const rememberedBattle = (id: string): string | null => sessionStorage.getItem(nameOf(id));
