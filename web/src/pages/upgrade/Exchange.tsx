import type { InventoryItem, UpgradeTarget } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Exchange.module.css';
import { texts } from './texts.ts';

/** Stake and target side by side, for telephones: a press goes where each is chosen. */
export function Exchange({
  items,
  balanceCents,
  totalCents,
  target,
  isLocked,
  onStake,
  onTarget,
}: {
  items: readonly InventoryItem[];
  balanceCents: bigint;
  totalCents: bigint;
  target: UpgradeTarget | null;
  isLocked: boolean;
  onStake: () => void;
  onTarget: () => void;
}) {
  const { stake, target: wanted } = useTexts(texts);
  const { plural, money } = useFormat();
  const name = target === null ? null : itemNameOf(target.name);
  return (
    <div className={classes.exchange}>
      <button type="button" className={classes.side} disabled={isLocked} onClick={onStake}>
        <small>{stake.title}</small>
        <span className={classes.pictures}>
          {items.map(({ id, itemImage, itemRarityColor }) => (
            <img key={id} src={itemImage} alt="" style={rarityStyle(itemRarityColor)} />
          ))}
          {items.length === 0 && <Icon name="plus" />}
        </span>
        <strong>
          <Money cents={totalCents} />
        </strong>
        <span>
          {plural(items.length, stake.items)}
          {balanceCents > 0n && ` + ${money(balanceCents)}`}
        </span>
      </button>
      <Icon name="chevronRight" />
      <button type="button" className={classes.side} disabled={isLocked} onClick={onTarget}>
        <small>{wanted.title}</small>
        <span className={classes.pictures}>
          {target === null ? (
            <Icon name="plus" />
          ) : (
            <img src={target.imageUrl} alt="" style={rarityStyle(target.rarityColor)} />
          )}
        </span>
        <strong data-tone="accent">{target === null ? '–' : <Money cents={target.valueCentsBrl} />}</strong>
        <span>{name === null ? wanted.none : [name.weapon, name.finish].filter(Boolean).join(' · ')}</span>
      </button>
    </div>
  );
}
