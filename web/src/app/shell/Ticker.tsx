import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useLiveDrops } from '../../data/drops.ts';
import { useIsLive } from '../../data/live.ts';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { Skeleton } from '../../shared/states/Loading.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Ticker.module.css';
import { shellTexts } from './texts.ts';

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];

export function Ticker() {
  const texts = useTexts(shellTexts);
  const { drops, isLoading } = useLiveDrops();
  const isLive = useIsLive();
  // The first of them are drawn in slices: they are many.
  const isWaiting = useDeferredValue(isLoading);
  return (
    <section className={classes.ticker} aria-label={texts.liveDrops}>
      <span className={classes.live} data-live={isLive}>
        {texts.live}
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: It scrolls, so the keyboard must reach it. */}
      <ul className={classes.drops} tabIndex={0}>
        {isLoading || isWaiting
          ? PLACES.map((place) => (
              <li key={place}>
                <Skeleton height={56} />
              </li>
            ))
          : drops.map((drop) => (
              <li key={drop.key} title={`${drop.username} · ${drop.caseName}`}>
                <Link to="/jogador/$id" params={{ id: drop.userId }} preload={false} className={classes.drop}>
                  <span className="visually-hidden">{drop.username}: </span>
                  <ItemTile item={drop.item} isNarrow />
                </Link>
              </li>
            ))}
      </ul>
    </section>
  );
}
