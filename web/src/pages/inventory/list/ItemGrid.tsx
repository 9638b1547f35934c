import type { ActiveItemWithdrawal, InventoryItem } from '../../../data/generated/api.ts';
import { ItemCard } from '../../../shared/items/ItemCard.tsx';
import { Badge } from '../../../shared/parts/Badge.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { texts } from '../texts.ts';
import type { Selection } from '../use-selection.ts';
import classes from './ItemGrid.module.css';
import { shownItem } from './shown-item.ts';

/** Items on their way come first, then the free ones with tick boxes. A press opens an item. */
export function ItemGrid({
  items,
  onTheWay,
  selection,
  onItem,
  onWithdrawal,
}: {
  items: readonly InventoryItem[];
  onTheWay: readonly ActiveItemWithdrawal[];
  selection: Selection;
  onItem: (item: InventoryItem) => void;
  onWithdrawal: (id: string) => void;
}) {
  const words = useTexts(texts);
  const badge = (
    <Badge tone="amber" icon="clock">
      {words.onTheWay}
    </Badge>
  );
  return (
    <ul className={classes.grid}>
      {onTheWay.map((withdrawal) => (
        <li key={withdrawal.id}>
          <ItemCard
            item={shownItem(withdrawal)}
            state="waiting"
            corner={badge}
            opens
            onPress={() => onWithdrawal(withdrawal.id)}
          />
        </li>
      ))}
      {items.map((item) => (
        <li key={item.id}>
          <ItemCard
            item={shownItem(item)}
            state={selection.has(item) ? 'selected' : 'plain'}
            corner={
              <label className={classes.tick}>
                <input
                  type="checkbox"
                  checked={selection.has(item)}
                  aria-label={words.select(item.itemName)}
                  onChange={() => selection.toggle(item)}
                />
              </label>
            }
            opens
            onPress={() => onItem(item)}
          />
        </li>
      ))}
    </ul>
  );
}
