import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { beginShow } from '../../data/spoilers.ts';
import classes from './Reel.module.css';
import { prefersReducedMotion } from './reduced-motion.ts';

export type ReelSpeed = 'normal' | 'fast';

const SPIN_MS: Readonly<Record<ReelSpeed, number>> = { normal: 5_200, fast: 1_400 };
const EASING = 'cubic-bezier(.12, .8, .16, 1)';
/** Of the final state, for who wants no motion. */
const FADE_MS = 150;

/**
 * A strip that stops with the entry `stopAt` under its pointers. It moves by the Web Animations API on a transform, so it
 * stays smooth while the page is busy. Each entry has the length `cell`. While it spins, nothing spoils its result.
 */
export function Reel({
  entries,
  cell,
  direction = 'horizontal',
  stopAt,
  speed = 'normal',
  isSkipped = false,
  nudge = 0,
  onStop,
}: {
  entries: readonly { key: string; content: ReactNode }[];
  /** Of one entry with its gap, in pixels along the reel. */
  cell: number;
  direction?: 'horizontal' | 'vertical';
  /** Null: it rests at its first entries. A new value spins it. */
  stopAt: number | null;
  speed?: ReelSpeed;
  isSkipped?: boolean;
  /** Where inside the entry it stops, from -0.5 to 0.5 of its length. */
  nudge?: number;
  onStop?: () => void;
}) {
  const strip = useRef<HTMLDivElement>(null);
  const running = useRef<Animation | null>(null);
  const stopped = useEffectEvent(() => onStop?.());

  useEffect(() => {
    const element = strip.current;
    if (element === null || stopAt === null) return;
    const endShow = beginShow();
    const axis = direction === 'horizontal' ? 'X' : 'Y';
    const end = `translate${axis}(${-(stopAt + 0.5 + nudge) * cell}px)`;
    const isStill = prefersReducedMotion();
    const frames = isStill
      ? [
          { transform: end, opacity: 0 },
          { transform: end, opacity: 1 },
        ]
      : [{ transform: `translate${axis}(${-cell / 2}px)` }, { transform: end }];
    const animation = element.animate(frames, {
      duration: isStill ? FADE_MS : SPIN_MS[speed],
      easing: EASING,
      fill: 'forwards',
    });
    running.current = animation;
    animation.finished.then(
      () => {
        endShow();
        stopped();
      },
      // Cancelled: the page was left.
      endShow,
    );
    return () => animation.cancel();
  }, [stopAt, cell, direction, speed, nudge]);

  useEffect(() => {
    if (isSkipped) running.current?.finish();
  }, [isSkipped]);

  return (
    <div className={classes.reel} data-direction={direction}>
      <div ref={strip} className={classes.strip} style={{ transform: restingAt(direction, cell) }}>
        {entries.map(({ key, content }) => (
          <div key={key} className={classes.entry} style={{ flexBasis: cell }}>
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

const restingAt = (direction: 'horizontal' | 'vertical', cell: number) =>
  `translate${direction === 'horizontal' ? 'X' : 'Y'}(${-cell / 2}px)`;
