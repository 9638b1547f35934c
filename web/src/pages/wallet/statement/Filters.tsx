import { Select, TextInput } from '@mantine/core';
import type { TransferType } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { FilterChip } from '../../../shared/lists/FilterChip.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './statement.module.css';
import { texts as allTexts } from './texts.ts';

export interface StatementFilters extends Record<string, string | undefined> {
  tipo?: string | undefined;
  de?: string | undefined;
  ate?: string | undefined;
}

export function Filters({
  filters,
  onChange,
}: {
  filters: StatementFilters;
  onChange: (change: StatementFilters) => void;
}) {
  const texts = useTexts(allTexts);
  const { date } = useFormat();
  const { tipo, de, ate } = filters;
  // Noon of São Paulo keeps the day the same in every time zone.
  const dayOf = (day: string) => date(`${day}T15:00:00Z`);
  return (
    <div className={classes.filters}>
      <Select
        label={texts.type}
        placeholder={texts.anyType}
        data={Object.entries(texts.types).map(([value, label]) => ({ value, label }))}
        value={tipo ?? null}
        clearable
        comboboxProps={{ withinPortal: true }}
        onChange={(value) => onChange({ tipo: value ?? undefined })}
      />
      <TextInput
        type="date"
        label={texts.from}
        value={de ?? ''}
        max={ate}
        onChange={({ currentTarget }) => onChange({ de: currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label={texts.to}
        value={ate ?? ''}
        min={de}
        onChange={({ currentTarget }) => onChange({ ate: currentTarget.value || undefined })}
      />
      <div className={classes.chips}>
        {tipo !== undefined && tipo in texts.types && (
          <FilterChip label={texts.types[tipo as TransferType]} onRemove={() => onChange({ tipo: undefined })} />
        )}
        {de !== undefined && (
          <FilterChip label={texts.fromDay(dayOf(de))} onRemove={() => onChange({ de: undefined })} />
        )}
        {ate !== undefined && (
          <FilterChip label={texts.toDay(dayOf(ate))} onRemove={() => onChange({ ate: undefined })} />
        )}
      </div>
    </div>
  );
}
