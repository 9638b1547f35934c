import { ItemMarks } from '../../shared/items/ItemMarks.tsx';
import { itemNameOf } from '../../shared/items/item-name.ts';
import { rarityStyle } from '../../shared/items/rarity.ts';
import { Money } from '../../shared/parts/Money.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './SwapSide.module.css';
import { texts } from './texts.ts';

export function SwapSide({
  label,
  items,
  cents,
}: {
  label: string;
  items: readonly { itemId: string; name: string; imageUrl: string; rarityColor: string }[];
  cents: string;
}) {
  const { offers } = useTexts(texts);
  const only = items.length === 1 ? items[0] : undefined;
  return (
    <div className={classes.side}>
      <small>{label}</small>
      {items.length === 0 ? (
        <span>{offers.nothing}</span>
      ) : (
        <span className={classes.items}>
          {items.map((item, place) => (
            <img
              // biome-ignore lint/suspicious/noArrayIndexKey: The same kind may be asked for twice.
              key={`${item.itemId}:${place}`}
              src={item.imageUrl}
              alt={item.name}
              title={item.name}
              width={56}
              height={42}
              style={rarityStyle(item.rarityColor)}
            />
          ))}
          <span className={classes.words}>
            {only !== undefined && (
              <span>
                <ItemMarks name={only.name} /> {itemNameOf(only.name).weapon}
              </span>
            )}
            {only !== undefined && <span>{itemNameOf(only.name).finish}</span>}
            <strong>
              <Money cents={cents} />
            </strong>
          </span>
        </span>
      )}
    </div>
  );
}
