import { useState } from 'react';
import type { Commitment, User } from '../../../data/generated/api.ts';
import { newClientSeed } from '../../../shared/fairness/client-seed.ts';
import { mostFor, peekSeed, seedWith } from '../../../shared/fairness/kept-seeds.ts';
import { USER_STREAM } from '../../../shared/fairness/refused-plays.ts';

/** The seed of the next press comes from a refused play that has sent it, the account, the player, or this browser. */
export type SeedOrigin = 'refused' | 'account' | 'typed' | 'drawn';

/** The server may know a seed of the player's own, so fresh randomness follows it at each press. */
export function useClientSeed(user: User | null, next: readonly Commitment[] | null) {
  const [random, setRandom] = useState(newClientSeed);
  const [typed, setTyped] = useState<string | null>(null);
  const bound = user === null || next === null ? null : peekSeed(user.id, USER_STREAM, next);
  const ofAccount = user?.clientSeed ?? null;
  const own = ofAccount ?? typed;
  const origin: SeedOrigin =
    bound !== null ? 'refused' : ofAccount !== null ? 'account' : typed !== null ? 'typed' : 'drawn';
  return {
    origin,
    shown: bound?.seed ?? own ?? random,
    /** How many cases the next press may open. */
    most: mostFor(bound),
    /** The next press sends it unless another one is bound. */
    fresh: seedWith(own, random),
    type: setTyped,
    renew: () => {
      setTyped(null);
      setRandom(newClientSeed());
    },
    used: () => setRandom(newClientSeed()),
  };
}
