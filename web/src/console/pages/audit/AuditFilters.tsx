import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../../data/queries.ts';
import { FilterChip } from '../../../shared/lists/FilterChip.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import classes from './audit.module.css';
import { texts as ownTexts } from './texts.ts';
import type { AuditAddress, AuditFilter } from './use-audit-address.ts';
import { FILTER_NAMES } from './use-audit-address.ts';

/** All filters stand in the address. */
export function AuditFilters({ address: { filter, set, clear } }: { address: AuditAddress }) {
  const { filters: texts } = useTexts(ownTexts);
  const words = useQuery(apiQuery('GET /admin/audit/words')).data ?? { actions: [], entityTypes: [] };
  const active = FILTER_NAMES.filter((name) => filter[name] !== undefined);
  const select = (name: 'action' | 'entityType', any: string, values: readonly string[]) => (
    <NativeSelect
      size="sm"
      label={texts[name]}
      value={filter[name] ?? ''}
      data={[{ value: '', label: any }, ...withChosen(values, filter[name])]}
      onChange={({ currentTarget: { value } }) =>
        set({ [name]: value === '' ? undefined : value, ...(name === 'entityType' && { entityId: undefined }) })
      }
    />
  );
  const field = (name: Exclude<keyof AuditFilter, 'action' | 'entityType'>, type: 'text' | 'date') => (
    <TypedFilter
      key={`${name} ${filter[name] ?? ''}`}
      label={texts[name]}
      type={type}
      value={filter[name] ?? ''}
      isDisabled={name === 'entityId' && filter.entityType === undefined}
      onCommit={(value) => set({ [name]: value === '' ? undefined : value })}
    />
  );
  return (
    <div className={classes.filters}>
      <div className={classes.fields}>
        {select('action', texts.any, words.actions)}
        {select('entityType', texts.anyType, words.entityTypes)}
        {field('entityId', 'text')}
        {field('actorId', 'text')}
        {field('userId', 'text')}
        {field('from', 'date')}
        {field('to', 'date')}
      </div>
      {active.length > 0 && (
        <div className={classes.chips}>
          {active.map((name) => (
            <FilterChip
              key={name}
              label={`${texts[name]}: ${filter[name]}`}
              onRemove={() => set({ [name]: undefined, ...(name === 'entityType' && { entityId: undefined }) })}
            />
          ))}
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {texts.clear}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A word of the address may be one that the trail does not have. */
const withChosen = (values: readonly string[], chosen: string | undefined) =>
  chosen === undefined || values.includes(chosen) ? [...values] : [chosen, ...values];

/** Counts once it is left or sent, not with each letter. */
function TypedFilter({
  label,
  type,
  value,
  isDisabled,
  onCommit,
}: {
  label: string;
  type: 'text' | 'date';
  value: string;
  isDisabled: boolean;
  onCommit: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const commit = () => {
    if (typed.trim() !== value) onCommit(typed.trim());
  };
  return (
    <TextInput
      size="sm"
      label={label}
      type={type}
      value={typed}
      disabled={isDisabled}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      // Fields of days send no form by Enter.
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
