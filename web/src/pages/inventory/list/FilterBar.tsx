import { Button, Drawer, Select } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { FilterChip } from '../../../shared/lists/FilterChip.tsx';
import { SearchBox } from '../../../shared/lists/SearchBox.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { type InventoryAddress, ORDERS, type Order, orderOf } from '../filters.ts';
import { texts } from '../texts.ts';
import classes from './FilterBar.module.css';
import { useFilterChips } from './use-filter-chips.ts';
import { type Choice, useFilterChoices } from './use-filter-choices.ts';
import { ValueRange } from './ValueRange.tsx';

interface FilterProps {
  filters: Partial<InventoryAddress>;
  set: (change: Partial<InventoryAddress>) => void;
}

/** On telephones the filters are in a sheet, and the chosen ones stand below as chips. */
export function FilterBar({ filters, set, action }: FilterProps & { action: ReactNode }) {
  const words = useTexts(texts);
  const { number } = useFormat();
  const isWide = useMediaQuery('(min-width: 761px)', true, { getInitialValueInEffect: false });
  const [isOpen, { open, close }] = useDisclosure(false);
  const chips = useFilterChips({ filters, set });
  return (
    <div className={classes.filters}>
      <div className={classes.row}>
        <div className={classes.search}>
          <SearchBox
            value={String(filters.busca ?? '')}
            label={words.search}
            onSearch={(busca) => set({ busca: busca === '' ? undefined : busca })}
          />
        </div>
        {isWide ? (
          <>
            <Choices filters={filters} set={set} />
            <OrderChoice filters={filters} set={set} />
          </>
        ) : (
          <Button variant="default" className={classes.sheetButton} aria-label={words.filters} onClick={open}>
            <Icon name="filter" />
            {chips.length > 0 && <strong>{number(chips.length)}</strong>}
          </Button>
        )}
      </div>
      {!isWide && (
        <div className={classes.chips}>
          {chips.map(({ name, label, remove }) => (
            <FilterChip key={name} label={label} onRemove={remove} />
          ))}
          <OrderChoice filters={filters} set={set} />
          <span className={classes.action}>{action}</span>
        </div>
      )}
      <Drawer opened={isOpen && !isWide} onClose={close} position="bottom" title={words.filters} size="auto">
        <div className={classes.sheet}>
          <Choices filters={filters} set={set} />
          <Button onClick={close}>{words.seeItems}</Button>
        </div>
      </Drawer>
    </div>
  );
}

function Choices({ filters, set }: FilterProps) {
  const { rarity, category, exterior, source } = useTexts(texts);
  const choices = useFilterChoices();
  const choose = (name: 'raridade' | 'tipo' | 'desgaste' | 'origem', label: string, data: Choice[]) => (
    <Select
      className={classes.choice}
      data-chosen={data.some(({ value }) => value === filters[name])}
      placeholder={label}
      aria-label={label}
      data={data}
      value={data.find(({ value }) => value === filters[name])?.value ?? null}
      clearable
      allowDeselect
      maxDropdownHeight={320}
      comboboxProps={{ width: 200, position: 'bottom-start' }}
      onChange={(value) => set({ [name]: value ?? undefined })}
    />
  );
  return (
    <>
      {choose('raridade', rarity, choices.rarities)}
      {choose('tipo', category, choices.categories)}
      {choose('desgaste', exterior, choices.exteriors)}
      {choose('origem', source, choices.sources)}
      <ValueRange filters={filters} set={set} />
    </>
  );
}

function OrderChoice({ filters, set }: FilterProps) {
  const { order, orders } = useTexts(texts);
  return (
    <Select
      className={classes.order}
      aria-label={order}
      data={ORDERS.map((value) => ({ value, label: orders[value] }))}
      value={orderOf(filters)}
      allowDeselect={false}
      comboboxProps={{ width: 180, position: 'bottom-end' }}
      onChange={(value) => set({ ordem: value === 'caros' ? undefined : (value as Order) })}
    />
  );
}
