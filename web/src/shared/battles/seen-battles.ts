import type { Battle } from './battle.ts';

/** This browser keeps the battles that it was shown before their outcome, and checks the outcome against them. */
const nameOf = (id: string) => `lisura:battle:${id}`;

export function rememberBattle(battle: Battle): void {
  if (battle.status === 'WAITING') sessionStorage.setItem(nameOf(battle.id), JSON.stringify(battle));
}

/** Returns null where this browser did not see it in time. */
export const rememberedBattle = (id: string): string | null => sessionStorage.getItem(nameOf(id));
