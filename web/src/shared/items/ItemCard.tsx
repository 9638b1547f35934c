import type { ReactNode } from 'react';
import { useFormat } from '../format/index.ts';
import { Money } from '../parts/Money.tsx';
import classes from './ItemCard.module.css';
import { ItemMarks } from './ItemMarks.tsx';
import { itemNameOf } from './item-name.ts';
import { rarityStyle, type ShownItem } from './rarity.ts';

/**
 * Shows an item with the glow and line of its rarity, its picture, the weapon in grey above the name, and its value.
 */
export function ItemCard({
  item,
  chancePercent,
  corner,
  note,
  state = 'plain',
  opens = false,
  onPress,
}: {
  item: ShownItem;
  /** At the right of its head, where the item is one of several that could come. */
  chancePercent?: string;
  /** It replaces the right side of the head: a tick box, a badge or an avatar. */
  corner?: ReactNode;
  note?: ReactNode;
  state?: 'plain' | 'selected' | 'waiting' | 'lost';
  /** A press opens something about the item, and does not choose it. */
  opens?: boolean;
  onPress?: () => void;
}) {
  const { percent } = useFormat();
  const { weapon, finish } = itemNameOf(item.name);
  const content = (
    <>
      <span className={classes.head}>
        <ItemMarks name={item.name} />
        {chancePercent !== undefined && <strong>{percent(chancePercent, 4)}</strong>}
      </span>
      <span className={classes.picture}>
        <img src={item.imageUrl} alt="" loading="lazy" decoding="async" />
      </span>
      <span className={classes.weapon}>{weapon || '\u00a0'}</span>
      <span className={classes.name}>{finish}</span>
      {item.valueCentsBrl !== undefined && (
        <span className={classes.value}>
          <Money cents={item.valueCentsBrl} tone="accent" />
        </span>
      )}
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </>
  );
  return (
    <article className={classes.card} style={rarityStyle(item.rarityColor)} data-state={state}>
      {onPress === undefined ? (
        <div className={classes.body}>{content}</div>
      ) : (
        <button
          type="button"
          className={classes.body}
          {...(opens ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': state === 'selected' })}
          onClick={onPress}
        >
          {content}
        </button>
      )}
      {corner !== undefined && <span className={classes.corner}>{corner}</span>}
    </article>
  );
}
