import { upgradeFrom, verifyUpgrade } from '@lisura/fairness';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import { isApiError } from '../../data/api-error.ts';
import type { Commitment, InventoryItem, Upgrade, User } from '../../data/generated/api.ts';
import { invalidate, queryClient } from '../../data/queries.ts';
import { updateSession } from '../../data/session.ts';
import { afterTheShow, beginShow } from '../../data/spoilers.ts';
import { type CheckedPlay, checkPlay } from '../../shared/fairness/checked-play.ts';
import { seedWith } from '../../shared/fairness/kept-seeds.ts';
import { playSeeded, revealRefused, USER_STREAM } from '../../shared/fairness/refused-plays.ts';
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
  /** Nothing is staked below the shown chance. */
  chancePercent: string;
}

/** Runs from the press to the needle's stop; nothing else tells the result meanwhile. */
export function useUpgrade() {
  const [phase, setPhase] = useState<Phase>({ name: 'idle' });
  const [made, setMade] = useState<readonly Upgrade[]>([]);
  const endShow = useRef<() => void>(() => undefined);
  useEffect(() => () => endShow.current(), []);

  /** After a refusal `renew` updates the stake first, so that the next press plays what is shown. */
  const perform = async (user: User, stake: Stake, shown: readonly Commitment[], renew: () => Promise<void>) => {
    endShow.current = beginShow();
    setPhase({ name: 'asking' });
    const terms = { game: 'UPGRADES', chancePercent: stake.chancePercent } as const;
    const fresh = seedWith(user.clientSeed);
    try {
      const { answer: upgrade, clientSeed } = await playSeeded(
        { userId: user.id, stream: USER_STREAM, terms, shown, count: 1, fresh },
        (seed) =>
          call('POST /upgrade/perform', {
            body: {
              inventoryItemIds: stake.items.map(({ id }) => id),
              balanceCents: String(stake.balanceCents),
              targetItemId: stake.targetItemId,
              minChancePercent: stake.chancePercent,
              clientSeed: seed,
            },
          }),
      );
      await revealRefused(user.id, [upgrade]);
      afterTheShow(() => updateSession({ balanceCents: upgrade.balanceCents }));
      const [next] = shown;
      const before = { nonce: next?.nonce ?? 0, hash: next?.serverSeedHash ?? null, clientSeed };
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
    const { upgrade } = phase.played;
    if (upgrade.isSuccess) playWin();
    setPhase({ name: 'shown', played: phase.played });
    setMade((before) => [upgrade, ...before]);
    // The answer is the newest entry: the list is asked for again where it is shown next.
    void queryClient.invalidateQueries({ queryKey: ['GET /upgrade/history'], refetchType: 'none' });
    void invalidate('GET /inventory', 'GET /provably-fair/commitments');
  };

  return { phase, made, perform, stopped, reset: () => setPhase({ name: 'idle' }) };
}
