import { eventFrom, shotFrom, shotTable, verifyShot } from '@lisura/fairness';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../data/api.ts';
import type { Event, EventProgress, PastShot, Shot, TicketPrice } from '../../data/generated/api.ts';
import { invalidate } from '../../data/queries.ts';
import { beginShow } from '../../data/spoilers.ts';
import { type CheckedPlay, checkPlay, type ShownBefore } from '../../shared/fairness/checked-play.ts';
import { seedWith } from '../../shared/fairness/kept-seeds.ts';
import { playSeeded, revealRefused } from '../../shared/fairness/refused-plays.ts';
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

export function useShot(event: Event, progress: EventProgress | null, userId: string | null) {
  const [phase, setPhase] = useState<ShotPhase>({ name: 'idle' });
  const endShow = useRef<() => void>(() => undefined);
  useEffect(() => () => endShow.current(), []);

  const shoot = async (ticketPrice: TicketPrice) => {
    const next = progress?.nextShot ?? null;
    if (progress === null || next === null || userId === null) return;
    endShow.current = beginShow();
    setPhase({ name: 'asking' });
    const terms = { game: 'SHOTS', eventId: event.id, ticketPrice } as const;
    const fresh = seedWith(progress.clientSeed);
    try {
      const { answer: shot, clientSeed } = await playSeeded(
        { userId, stream: `event:${event.id}`, terms, shown: [next], count: 1, fresh },
        (seed) => call('POST /event-shoot/shoot', { body: { ticketPrice, eventId: event.id, clientSeed: seed } }),
      );
      await revealRefused(userId, [shot]);
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
