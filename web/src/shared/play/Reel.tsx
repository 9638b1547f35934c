import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { beginShow } from '../../data/spoilers.ts';
import classes from './Reel.module.css';
import { prefersReducedMotion } from './reduced-motion.ts';
import { type ReelSpeed, SPIN_MS } from './spin.ts';
import { tickAlong } from './tick-along.ts';

export type { ReelSpeed };

const EASING = 'cubic-bezier(.12, .8, .16, 1)';
/** Without motion, screen readers get the final state. */
const FADE_MS = 150;

type Direction = 'horizontal' | 'vertical';

/**
 * The strip stops with the entry `stopAt` under its pointers. The Web Animations API moves it by a transform, so it
 * stays smooth while the page is busy. Each entry has the length `cell`. Nothing tells the result while it spins.
 * Another `key` spins it again, from `startAt` on.
 */
export function Reel({
  entries,
  cell,
  direction = 'horizontal',
  startAt = 0,
  startNudge = 0,
  stopAt,
  nudge = 0,
  speed = 'normal',
  lateMs = 0,
  isSkipped = false,
  elapsedMs = 0,
  onStop,
}: {
  entries: readonly { key: string; content: ReactNode }[];
  /** One entry with its gap has this many pixels along the reel. */
  cell: number;
  direction?: Direction;
  /** The resting reel points at this place of this entry. */
  startAt?: number;
  startNudge?: number;
  /** The reel rests at null, and a value spins it. */
  stopAt: number | null;
  /** Where inside the entry it stops, from -0.5 to 0.5 of its length. */
  nudge?: number;
  speed?: ReelSpeed;
  /** It spins this much longer, so that reels side by side stop one after the other. */
  lateMs?: number;
  isSkipped?: boolean;
  /** A late viewer joins a reel that has been spinning this long. */
  elapsedMs?: number;
  onStop?: () => void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  const running = useRef<Animation | null>(null);
  const stopped = useEffectEvent(() => onStop?.());
  const durationMs = useEffectEvent(() => (prefersReducedMotion() ? FADE_MS : SPIN_MS[speed] + lateMs));
  const start = shiftedBy(direction, cell, startAt + startNudge);
  const elapsed = useEffectEvent(() => elapsedMs);

  useEffect(() => {
    const element = strip.current;
    if (element === null || stopAt === null) return;
    const endShow = beginShow();
    const end = shiftedBy(direction, cell, stopAt + nudge);
    const frames = prefersReducedMotion()
      ? [
          { transform: end, opacity: 0 },
          { transform: end, opacity: 1 },
        ]
      : [{ transform: start }, { transform: end }];
    const animation = element.animate(frames, { duration: durationMs(), easing: EASING, fill: 'forwards' });
    if (elapsed() > 0) animation.currentTime = Math.min(elapsed(), durationMs());
    running.current = animation;
    const silence = tickAlong(animation, Math.abs(stopAt - startAt));
    animation.finished.then(
      () => {
        endShow();
        stopped();
      },
      // Cancelled: the page was left.
      endShow,
    );
    return () => {
      silence();
      animation.cancel();
    };
  }, [stopAt, cell, direction, nudge, start, startAt]);

  useEffect(() => {
    if (isSkipped) running.current?.finish();
  }, [isSkipped]);

  return (
    <div className={classes.reel} data-direction={direction}>
      <div className={classes.window}>
        <div ref={strip} className={classes.strip} style={{ transform: start }}>
          {entries.map(({ key, content }) => (
            <div
              key={key}
              className={classes.entry}
              style={direction === 'horizontal' ? { width: cell } : { height: cell }}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** This puts the middle of an entry under the pointers. */
const shiftedBy = (direction: Direction, cell: number, entry: number) =>
  `translate${direction === 'horizontal' ? 'X' : 'Y'}(${-(entry + 0.5) * cell}px)`;
