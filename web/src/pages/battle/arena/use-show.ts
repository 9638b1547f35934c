import { useEffect, useReducer, useState } from 'react';
import { useServerOffset } from '../../../data/session.ts';
import type { Battle } from '../../../shared/battles/battle.ts';
import { momentOf, type ShowMoment } from '../../../shared/battles/show.ts';
import { holdShow, releaseShow } from '../../../shared/battles/show-hold.ts';

const OVER_MS = Number.MAX_SAFE_INTEGER;

/** Where the show of a decided battle is, by the server's clock; it can be skipped, and seen again. */
export function useShow(battle: Battle): { moment: ShowMoment; skip: () => void; replay: () => void } {
  const offsetMs = useServerOffset();
  const [replayedAt, setReplayedAt] = useState<number | null>(null);
  const [isSkipped, setIsSkipped] = useState(false);
  const [, tick] = useReducer((count: number) => count + 1, 0);
  const beganMs = replayedAt ?? Date.parse(battle.endedAt ?? battle.createdAt) - offsetMs;
  const sinceMs = isSkipped ? OVER_MS : Date.now() - beganMs;
  const moment = momentOf(sinceMs, battle.cases.length, battle.tieBreak.roll !== null);
  const { nextInMs } = moment;
  useEffect(() => {
    if (nextInMs === null) return;
    const timer = setTimeout(tick, nextInMs);
    return () => clearTimeout(timer);
  });
  const isOver = moment.phase === 'over';
  useEffect(() => {
    if (isOver) releaseShow(battle.id);
    else holdShow(battle.id);
    // The result stands at the top, wherever the show was watched.
    if (isOver) scrollTo({ top: 0 });
  }, [battle.id, isOver]);
  return {
    moment,
    skip: () => setIsSkipped(true),
    replay: () => {
      setIsSkipped(false);
      setReplayedAt(Date.now());
    },
  };
}
