import { battleFrom, type GameVerification, QUICKNET, savedBattleFrom, verifyBattle } from '@lisura/fairness';
import { useQuery } from '@tanstack/react-query';
import type { Battle } from '../../../shared/battles/battle.ts';
import { rememberedBattle } from '../../../shared/battles/seen-battles.ts';

export interface CheckedBattle {
  verification: GameVerification;
  /** Rolls that were computed anew. */
  rolls: number;
  /** Whether this browser had seen the hashes before the outcome. */
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
  // The library of curves is large, and only public randomness needs it.
  const verification =
    battle.randomness === 'drand'
      ? verifyBattle(played, before, {
          isSigned: (await import('@lisura/fairness/beacon')).isSigned,
          chain: QUICKNET,
        })
      : verifyBattle(played, before);
  return { verification, rolls, hadSeen: before !== null };
}
