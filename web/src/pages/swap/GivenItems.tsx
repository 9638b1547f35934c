import { Button } from '@mantine/core';
import type { InventoryItem } from '../../data/generated/api.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { InventoryPicker } from '../../shared/items/InventoryPicker.tsx';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { shownInventoryItem } from '../../shared/items/inventory-item.ts';
import { RemoveItem } from '../../shared/items/RemoveItem.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './GivenItems.module.css';
import { texts } from './texts.ts';

export const sumOf = (items: readonly { itemValueCents: string }[]): bigint =>
  items.reduce((sum, { itemValueCents }) => sum + BigInt(itemValueCents), 0n);

export function GivenItems({
  items,
  most,
  isChoosing,
  onChoose,
  onChange,
}: {
  items: readonly InventoryItem[];
  most: number;
  /** Whether the inventory is open to choose from. */
  isChoosing: boolean;
  onChoose: (isChoosing: boolean) => void;
  onChange: (items: readonly InventoryItem[]) => void;
}) {
  const words = useTexts(texts);
  return (
    <>
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard
              item={shownInventoryItem(item)}
              corner={
                <RemoveItem
                  label={words.create.remove(item.itemName)}
                  onRemove={() => onChange(items.filter(({ id }) => id !== item.id))}
                />
              }
            />
          </li>
        ))}
        <li className={classes.add}>
          <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => onChoose(true)}>
            {words.choose}
          </Button>
        </li>
      </ul>
      <InventoryPicker
        isOpen={isChoosing}
        chosen={items}
        most={most}
        onChange={onChange}
        onClose={() => onChoose(false)}
      />
    </>
  );
}
