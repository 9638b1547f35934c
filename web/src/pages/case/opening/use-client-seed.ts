import { useState } from 'react';
import type { User } from '../../../data/generated/api.ts';
import { newClientSeed } from '../../../shared/fairness/client-seed.ts';

/** That of the account where the player has set one, else one that is drawn here and anew for each press. */
export function useClientSeed(user: User | null) {
  const [drawn, setDrawn] = useState(newClientSeed);
  const [isTyped, setIsTyped] = useState(false);
  const ofAccount = user?.clientSeed ?? null;
  const renew = () => {
    setDrawn(newClientSeed());
    setIsTyped(false);
  };
  return {
    seed: ofAccount ?? drawn,
    isOfAccount: ofAccount !== null,
    type: (text: string) => {
      setDrawn(text);
      setIsTyped(true);
    },
    renew,
    /** After a press: what the player typed stays theirs. */
    used: () => {
      if (!isTyped) renew();
    },
  };
}
