import { Button, NumberInput, Slider } from '@mantine/core';
import type { InventoryItem } from '../../data/generated/api.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { InventoryPicker } from '../../shared/items/InventoryPicker.tsx';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { shownInventoryItem } from '../../shared/items/inventory-item.ts';
import { RemoveItem } from '../../shared/items/RemoveItem.tsx';
import { Badge } from '../../shared/parts/Badge.tsx';
import { Money } from '../../shared/parts/Money.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './StakePanel.module.css';
import { texts } from './texts.ts';

export function StakePanel({
  items,
  most,
  balanceCents,
  mostBalanceCents,
  totalCents,
  isLocked,
  isChoosing,
  onChoose,
  onItems,
  onBalance,
}: {
  items: readonly InventoryItem[];
  most: number;
  balanceCents: bigint;
  /** With more the target would be worth less than the stake. */
  mostBalanceCents: bigint;
  totalCents: bigint;
  isLocked: boolean;
  isChoosing: boolean;
  onChoose: (isChoosing: boolean) => void;
  onItems: (items: readonly InventoryItem[]) => void;
  onBalance: (cents: bigint) => void;
}) {
  const { stake } = useTexts(texts);
  const { number } = useFormat();
  const choose = () => onChoose(true);
  return (
    <Panel
      title={
        <>
          {stake.title} <Badge>{stake.count(number(items.length), number(most))}</Badge>
        </>
      }
      aside={
        <Button variant="default" size="sm" leftSection={<Icon name="plus" />} disabled={isLocked} onClick={choose}>
          {stake.add}
        </Button>
      }
    >
      <ul className={classes.slots}>
        {items.map((item) => (
          <li key={item.id}>
            <ItemCard
              item={shownInventoryItem(item)}
              corner={
                <RemoveItem
                  label={stake.remove(item.itemName)}
                  disabled={isLocked}
                  onRemove={() => onItems(items.filter(({ id }) => id !== item.id))}
                />
              }
            />
          </li>
        ))}
        {Array.from({ length: most - items.length }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Free places are all the same.
          <li key={place} className={classes.free}>
            <button type="button" aria-label={stake.addOne} disabled={isLocked} onClick={choose}>
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ul>
      <BalancePart cents={balanceCents} mostCents={mostBalanceCents} isLocked={isLocked} onChange={onBalance} />
      <p className={classes.total}>
        {stake.total}
        <strong>
          <Money cents={totalCents} />
        </strong>
      </p>
      <InventoryPicker
        isOpen={isChoosing}
        chosen={items}
        most={most}
        onChange={onItems}
        onClose={() => onChoose(false)}
      />
    </Panel>
  );
}

function BalancePart({
  cents,
  mostCents,
  isLocked,
  onChange,
}: {
  cents: bigint;
  mostCents: bigint;
  isLocked: boolean;
  onChange: (cents: bigint) => void;
}) {
  const { stake } = useTexts(texts);
  const { money, marks } = useFormat();
  const { currency, thousand, decimal } = marks();
  const isOff = isLocked || mostCents === 0n;
  const set = (value: number) => onChange(BigInt(Math.min(Number(mostCents), Math.max(0, Math.round(value)))));
  return (
    <div className={classes.balance}>
      <NumberInput
        label={`${stake.balance} (${stake.upTo(money(mostCents))})`}
        prefix={currency}
        value={Number(cents) / 100}
        min={0}
        max={Number(mostCents) / 100}
        decimalScale={2}
        fixedDecimalScale
        decimalSeparator={decimal}
        thousandSeparator={thousand}
        hideControls
        disabled={isOff}
        onChange={(value) => set(Number(value) * 100)}
      />
      <Slider
        thumbLabel={stake.balance}
        label={(value) => money(value)}
        value={Number(cents)}
        min={0}
        max={Math.max(1, Number(mostCents))}
        disabled={isOff}
        onChange={set}
      />
    </div>
  );
}
