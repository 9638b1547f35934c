import { itemNameOf } from '../items/item-name.ts';
import { rarityStyle, type ShownItem } from '../items/rarity.ts';
import classes from './ReelItem.module.css';

export function ReelItem({ item }: { item: ShownItem }) {
  const { weapon, finish, isStar } = itemNameOf(item.name);
  return (
    <div className={classes.entry} style={rarityStyle(item.rarityColor)}>
      <img src={item.imageUrl} alt="" decoding="async" />
      <span className={classes.weapon}>{`${isStar ? '★ ' : ''}${weapon}` || '\u00a0'}</span>
      <span className={classes.name}>{finish}</span>
    </div>
  );
}

/** On a first wheel it stands for everything that the second one decides. */
export function ReelFlip({ label }: { label: string }) {
  return (
    <div className={classes.entry} data-flip style={rarityStyle('#ffc24b')}>
      <span className={classes.star} aria-hidden="true">
        ★
      </span>
      <span className={classes.weapon}>{label}</span>
      <span className={classes.name}>FLIP</span>
    </div>
  );
}
