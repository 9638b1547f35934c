import type { ReactNode } from 'react';
import type { Exterior, InventoryRarity } from '../../../data/generated/api.ts';
import { itemNameOf } from '../../../shared/items/item-name.ts';
import { itemWords } from '../../../shared/items/item-words.ts';
import { rarityStyle, type ShownItem } from '../../../shared/items/rarity.ts';
import { Money } from '../../../shared/parts/Money.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './ItemHead.module.css';

export function ItemHead({
  item,
  rarity,
  exterior,
  badge,
}: {
  item: ShownItem;
  rarity: InventoryRarity;
  exterior?: Exterior | undefined;
  badge?: ReactNode;
}) {
  const { rarities, exteriors } = useTexts(itemWords);
  const { weapon, finish, isStar, isStatTrak } = itemNameOf(item.name);
  const kind = [exterior === undefined ? null : exteriors[exterior], rarities[rarity]].filter((word) => word !== null);
  return (
    <header style={rarityStyle(item.rarityColor)}>
      <div className={classes.picture}>
        {badge !== undefined && <span className={classes.badge}>{badge}</span>}
        <img src={item.imageUrl} alt="" />
      </div>
      <div className={classes.words}>
        <div>
          <p className={classes.weapon}>
            {isStar && '★ '}
            {isStatTrak && 'StatTrak™ '}
            {weapon}
          </p>
          <h2>{finish}</h2>
        </div>
        <div className={classes.worth}>
          <strong>
            <Money cents={item.valueCentsBrl ?? '0'} tone="accent" />
          </strong>
          <p>{kind.join(' · ')}</p>
        </div>
      </div>
    </header>
  );
}
