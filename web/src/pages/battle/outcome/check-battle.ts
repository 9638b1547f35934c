import { battleFrom, type GameVerification, savedBattleFrom, verifyBattle } from '@lisura/fairness';
import { useQuery } from '@tanstack/react-query';
import type { Battle } from '../../../shared/battles/battle.ts';
import { rememberedBattle } from '../../../shared/battles/seen-battles.ts';
import { publicDrawTrust } from '../../../shared/fairness/public-draw-trust.ts';

export interface CheckedBattle {
  verification: GameVerification;
  /** Rolls that were computed anew. */
  rolls: number;
  /** Tells whether this browser had seen the hashes before the outcome. */
  hadSeen: boolean;
}

/** Checks a battle that is over in this browser; null until it is done. */
export function useCheckedBattle(battle: Battle): CheckedBattle | null {
  const { data = null } = useQuery({
    queryKey: ['checked battle', battle.id],
    queryFn: () => check(battle),
    enabled: battle.status === 'COMPLETED',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data;
}

async function check(battle: Battle): Promise<CheckedBattle> {
  const seen = rememberedBattle(battle.id);
  const before = seen === null ? null : savedBattleFrom(JSON.parse(seen));
  const played = battleFrom(battle);
  const rolls = battle.rounds.reduce((sum, round) => sum + round.rolls.length, 0);
  const verification = verifyBattle(played, before, await publicDrawTrust('BATTLES', battle));
  return { verification, rolls, hadSeen: before !== null };
}
