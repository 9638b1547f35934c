import type { ReactNode } from 'react';
import { useFormat } from '../format/index.ts';
import { ItemCard } from '../items/ItemCard.tsx';
import type { ShownItem } from '../items/rarity.ts';
import { sharedTexts, useTexts } from '../texts/index.ts';
import classes from './WonCard.module.css';

const ROLLS = 10_000_000;

/** Shows the won item with its roll and the actions. `tick` is the VerifiedTick of the play. */
export function WonCard({
  item,
  chancePercent,
  roll,
  outOf = ROLLS,
  nonce,
  tick,
  actions,
}: {
  item: ShownItem;
  chancePercent: string;
  roll: number;
  /** The highest roll there could be. */
  outOf?: number;
  nonce: number;
  tick?: ReactNode;
  actions: ReactNode;
}) {
  const texts = useTexts(sharedTexts);
  const { number } = useFormat();
  return (
    <section className={classes.won} aria-live="polite">
      <div className={classes.rays} aria-hidden="true" />
      <div className={classes.item}>
        <ItemCard item={item} chancePercent={chancePercent} />
      </div>
      <div className={classes.words}>
        <h2>
          {texts.won.title}: {item.name}
        </h2>
        <p>
          {texts.won.roll} <strong>{number(roll)}</strong> {texts.won.of} {number(outOf)} · {texts.won.nonce}{' '}
          {number(nonce)} {tick}
        </p>
        <div className={classes.actions}>{actions}</div>
      </div>
    </section>
  );
}
