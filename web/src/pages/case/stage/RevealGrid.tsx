import { useEffect, useEffectEvent, useRef } from 'react';
import type { Opening } from '../../../data/generated/api.ts';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { prefersReducedMotion } from '../../../shared/play/reduced-motion.ts';
import classes from './RevealGrid.module.css';

const REVEAL_MS = 260;
const WHOLE_MS = 2_600;

/** Many openings are closed cards that turn one after the other. */
export function RevealGrid({
  count,
  openings,
  isSkipped,
  onStop,
}: {
  count: number;
  /** Empty until they are known. */
  openings: readonly Opening[];
  isSkipped: boolean;
  onStop: () => void;
}) {
  const grid = useRef<HTMLUListElement>(null);
  const running = useRef<Animation[]>([]);
  const stopped = useEffectEvent(onStop);
  const isKnown = openings.length > 0;
  useEffect(() => {
    if (!isKnown) return;
    const places = [...(grid.current?.children ?? [])];
    const isStill = prefersReducedMotion();
    running.current = places.map((place, index) =>
      place.animate(
        [
          { opacity: 0, transform: 'scale(0.9) rotateY(80deg)' },
          { opacity: 1, transform: 'none' },
        ],
        {
          duration: isStill ? 150 : REVEAL_MS,
          delay: isStill ? 0 : (WHOLE_MS * index) / places.length,
          easing: 'ease-out',
          fill: 'backwards',
        },
      ),
    );
    const animations = running.current;
    Promise.all(animations.map(({ finished }) => finished)).then(stopped, () => undefined);
    return () => {
      for (const animation of animations) animation.cancel();
    };
  }, [isKnown]);
  useEffect(() => {
    if (isSkipped) for (const animation of running.current) animation.finish();
  }, [isSkipped]);
  return (
    <ul ref={grid} className={classes.grid}>
      {Array.from({ length: count }, (_, place) => {
        const opening = openings[place];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: A place never moves.
          <li key={place} className={classes.place}>
            {opening === undefined ? (
              <span className={classes.closed} aria-hidden="true" />
            ) : (
              <ItemCard item={opening.item} chancePercent={opening.chancePercent} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
