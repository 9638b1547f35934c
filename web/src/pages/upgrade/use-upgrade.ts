import { upgradeFrom, verifyUpgrade } from '@lisura/fairness';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import type { Commitment, InventoryItem, Upgrade } from '../../data/generated/api.ts';
import { invalidate } from '../../data/queries.ts';
import { updateSession, useSession } from '../../data/session.ts';
import { afterTheShow, beginShow } from '../../data/spoilers.ts';
import { type CheckedPlay, checkPlay } from '../../shared/fairness/checked-play.ts';
import { newClientSeed } from '../../shared/fairness/client-seed.ts';
import { playWin } from '../../shared/play/sound.ts';

export interface PlayedUpgrade {
  upgrade: Upgrade;
  check: CheckedPlay;
}

export type Phase =
  | { name: 'idle' }
  | { name: 'asking' }
  | { name: 'turning'; played: PlayedUpgrade }
  | { name: 'shown'; played: PlayedUpgrade }
  | { name: 'failed'; error: unknown };

export interface Stake {
  items: readonly InventoryItem[];
  balanceCents: bigint;
  targetItemId: string;
  /** What the page shows: below it nothing is staked. */
  chancePercent: string;
}

/** From the press to the needle's stop. Nothing else tells the result meanwhile. */
export function useUpgrade() {
  const { user } = useSession();
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const endShow = useRef<() => void>(() => undefined);
  useEffect(() => () => endShow.current(), []);

  /** Where the server refuses, `renew` brings the stake up to date before that is said: the next press is for what is shown. */
  const perform = async (stake: Stake, next: Commitment, renew: () => Promise<void>) => {
    endShow.current = beginShow();
    setPhase({ name: 'asking' });
    // A seed that the player has set for the account is theirs; else this browser draws one for each press.
    const ofAccount = user?.clientSeed ?? null;
    const clientSeed = ofAccount ?? newClientSeed();
    try {
      const upgrade = await call('POST /upgrade/perform', {
        body: {
          inventoryItemIds: stake.items.map(({ id }) => id),
          balanceCents: String(stake.balanceCents),
          targetItemId: stake.targetItemId,
          minChancePercent: stake.chancePercent,
          ...(ofAccount === null ? { clientSeed } : {}),
        },
      });
      afterTheShow(() => updateSession({ balanceCents: upgrade.balanceCents }));
      const before = { nonce: next.nonce, hash: next.serverSeedHash, clientSeed };
      const check = checkPlay(upgrade, before, (hash) => verifyUpgrade(upgradeFrom(upgrade), hash));
      setPhase({ name: 'turning', played: { upgrade, check } });
    } catch (error) {
      endShow.current();
      // Without a connection there is nothing to ask. Where asking fails, the refusal is what there is to say.
      if (isApiError(error) && error.code !== 'OFFLINE') await renew().catch(() => undefined);
      setPhase({ name: 'failed', error });
      // The chance falls by the share of the house as well, which is part of the config.
      await invalidate('GET /inventory', 'GET /upgrade/targets', 'GET /provably-fair/commitments', 'GET /config');
    }
  };

  const stopped = () => {
    endShow.current();
    if (phase.name !== 'turning') return;
    if (phase.played.upgrade.isSuccess) playWin();
    setPhase({ name: 'shown', played: phase.played });
    void invalidate('GET /inventory', 'GET /upgrade/history', 'GET /provably-fair/commitments');
  };

  return { phase, perform, stopped, reset: () => setPhase({ name: 'idle' }) };
}
