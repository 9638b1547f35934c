import { eventFrom, shotFrom, shotTable, verifyShot } from '@lisura/fairness';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import type { Event, EventProgress, PastShot, Shot, TicketPrice } from '../../data/generated/api.ts';
import { invalidate } from '../../data/queries.ts';
import { beginShow } from '../../data/spoilers.ts';
import { type CheckedPlay, checkPlay, type ShownBefore } from '../../shared/fairness/checked-play.ts';
import { newClientSeed } from '../../shared/fairness/client-seed.ts';
import { playWin } from '../../shared/play/sound.ts';

export type ShotPhase =
  | { name: 'idle' }
  | { name: 'asking' }
  | { name: 'flying' | 'shown'; shot: Shot; check: CheckedPlay }
  | { name: 'failed'; error: unknown };

/** A shot of an event computed anew, with the table that the page shows. */
export const checkShot = (event: Event, shot: Shot | PastShot, before: ShownBefore | null): CheckedPlay =>
  checkPlay(shot, before, (hash) => {
    const played = shotFrom(shot);
    return verifyShot(played, shotTable(eventFrom(event), played), hash);
  });

/** From the press to the hit. */
export function useShot(event: Event, progress: EventProgress | null) {
  const [phase, setPhase] = useState<ShotPhase>({ name: 'idle' });
  const endShow = useRef<() => void>(() => undefined);
  useEffect(() => () => endShow.current(), []);

  const shoot = async (ticketPrice: TicketPrice) => {
    const next = progress?.nextShot ?? null;
    if (progress === null || next === null) return;
    endShow.current = beginShow();
    setPhase({ name: 'asking' });
    const clientSeed = progress.clientSeed ?? newClientSeed();
    try {
      const body = { ticketPrice, eventId: event.id, ...(progress.clientSeed === null ? { clientSeed } : {}) };
      const shot = await call('POST /event-shoot/shoot', { body });
      const check = checkShot(event, shot, { nonce: next.nonce, hash: next.serverSeedHash, clientSeed });
      setPhase({ name: 'flying', shot, check });
    } catch (error) {
      endShow.current();
      setPhase({ name: 'failed', error });
      await invalidate('GET /event/{id}/progress', 'GET /event/active');
    }
  };

  const hit = () => {
    endShow.current();
    if (phase.name !== 'flying') return;
    playWin();
    setPhase({ ...phase, name: 'shown' });
    void invalidate('GET /event/{id}/progress', 'GET /event/{id}/shots', 'GET /inventory');
  };

  return { phase, shoot, hit };
}
