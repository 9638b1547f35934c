import { Button, NumberInput, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { Icon } from '../../../shared/icons/index.tsx';
import { FilterChip } from '../../../shared/lists/FilterChip.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import type { InventoryAddress } from '../filters.ts';
import { texts } from '../texts.ts';
import classes from './FilterBar.module.css';
import { useFilterChips } from './use-filter-chips.ts';

type Typed = string | number;
const boundOf = (typed: Typed) => (typed === '' ? undefined : Number(typed));

export function ValueRange({
  filters,
  set,
}: {
  filters: Partial<InventoryAddress>;
  set: (change: Partial<InventoryAddress>) => void;
}) {
  const words = useTexts(texts);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [min, setMin] = useState<Typed>(filters.min ?? '');
  const [max, setMax] = useState<Typed>(filters.max ?? '');
  const chip = useFilterChips({ filters, set }).find(({ name }) => name === 'valor');
  if (chip !== undefined) return <FilterChip label={chip.label} onRemove={chip.remove} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ min: boundOf(min), max: boundOf(max) });
    close();
  };
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" trapFocus width={260}>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.value}
          rightSection={<Icon name="chevronDown" size={14} />}
          onClick={toggle}
        >
          {words.value}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.range} onSubmit={submit}>
          <NumberInput label={words.minValue} min={0} max={1_000_000} hideControls value={min} onChange={setMin} />
          <NumberInput label={words.maxValue} min={0} max={1_000_000} hideControls value={max} onChange={setMax} />
          <Button type="submit">{words.apply}</Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
