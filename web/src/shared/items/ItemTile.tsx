import { Money } from '../parts/Money.tsx';
import { ItemMarks } from './ItemMarks.tsx';
import classes from './ItemTile.module.css';
import { itemNameOf } from './item-name.ts';
import { rarityStyle, type ShownItem } from './rarity.ts';

/** Shows an item in one row, for tickers, lists and drawers: the picture at the left, three lines at the right. */
export function ItemTile({
  item,
  note,
  isNarrow = false,
}: {
  item: ShownItem;
  note?: string;
  /** StatTrak™ and the wear would cut off the weapon. */
  isNarrow?: boolean;
}) {
  const { weapon, finish, isStar } = itemNameOf(item.name);
  return (
    <span className={classes.tile} style={rarityStyle(item.rarityColor)} title={item.name}>
      <img src={item.imageUrl} alt="" width={64} height={44} loading="lazy" decoding="async" />
      <span className={classes.lines}>
        <span className={classes.weapon}>
          {note ??
            (isNarrow ? (
              `${isStar ? '★ ' : ''}${weapon}`
            ) : (
              <>
                <ItemMarks name={item.name} /> {weapon}
              </>
            ))}
        </span>
        <span className={classes.name}>{finish}</span>
        {item.valueCentsBrl !== undefined && (
          <span className={classes.value}>
            <Money cents={item.valueCentsBrl} tone="accent" />
          </span>
        )}
      </span>
    </span>
  );
}
