import { BATTLE_MODES } from '@lisura/fairness';
import { SegmentedControl, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../data/queries.ts';
import { MODE_ICONS, SIZE_NAMES, type SizeName } from '../../shared/battles/battle.ts';
import { battleTexts } from '../../shared/battles/texts.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BattlesPage.module.css';
import { type ListFilters, PRICES, type PriceName, SORTS, type SortName } from './list-filters.ts';
import { texts as pageTexts } from './texts.ts';

const ANY = 'any';
const MOST_CASES = 100;

/** Short, to stand side by side on a telephone. */
const LABELS: Readonly<Record<SizeName, string>> = { '1x1': '1 × 1', '1x1x1': '3', '1x1x1x1': '4', '2x2': '2 × 2' };

interface FilterProps {
  filters: Partial<ListFilters>;
  set: (change: Partial<ListFilters>) => void;
}

/** They stand in the address. On telephones all but the modes are behind a button, so that battles are seen first. */
export function BattleFilters({ filters, set }: FilterProps) {
  const texts = useTexts(pageTexts);
  const { number } = useFormat();
  const [isOpen, setIsOpen] = useState(false);
  const { modo, ...behind } = filters;
  const count = Object.values(behind).filter((value) => value !== undefined).length;
  return (
    <section className={classes.filters} aria-label={texts.filters} data-open={isOpen}>
      <button
        type="button"
        className={classes.toggle}
        aria-label={texts.filters}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="filter" />
        {count > 0 && <strong>{number(count)}</strong>}
      </button>
      <Modes chosen={modo} onChoose={(chosen) => set({ modo: chosen })} />
      <div className={classes.more}>
        <SegmentedControl
          aria-label={texts.state}
          value={filters.estado ?? 'open'}
          data={[
            { value: 'open', label: texts.states.open },
            { value: 'free', label: texts.states.free },
            { value: 'over', label: texts.states.over },
          ]}
          onChange={(state) => set(stateChange(state))}
        />
        <SegmentedControl
          aria-label={texts.seats}
          value={filters.lugares ?? 'all'}
          data={[
            { value: 'all', label: texts.allSizes },
            ...SIZE_NAMES.map((size) => ({ value: size, label: LABELS[size] })),
          ]}
          onChange={(size) => set({ lugares: size === 'all' ? undefined : (size as SizeName) })}
        />
      </div>
      <Selects filters={filters} set={set} />
    </section>
  );
}

const stateChange = (state: string): Partial<ListFilters> =>
  state === 'over'
    ? { estado: 'over', caixa: undefined, sorteio: undefined, ordem: undefined }
    : { estado: state === 'free' ? 'free' : undefined };

function Selects({ filters, set }: FilterProps) {
  const texts = useTexts(pageTexts);
  const cases = useQuery(apiQuery('GET /cases', { query: { limit: MOST_CASES, sortBy: 'price', sortOrder: 'asc' } }));
  const isOver = filters.estado === 'over';
  return (
    <span className={classes.selects}>
      <Select
        aria-label={texts.case}
        value={filters.caixa === undefined ? ANY : String(filters.caixa)}
        disabled={isOver}
        allowDeselect={false}
        searchable
        data={[
          { value: ANY, label: texts.anyCase },
          ...(cases.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => set({ caixa: id === ANY || id === null ? undefined : id })}
      />
      <Select
        aria-label={texts.randomness}
        value={filters.sorteio ?? ANY}
        disabled={isOver}
        allowDeselect={false}
        data={[
          { value: ANY, label: texts.anyRandomness },
          { value: 'drand', label: texts.publicOnly },
        ]}
        onChange={(randomness) => set({ sorteio: randomness === 'drand' ? 'drand' : undefined })}
      />
      <Select
        aria-label={texts.price}
        value={filters.entrada ?? ANY}
        allowDeselect={false}
        data={[
          { value: ANY, label: texts.prices.any },
          ...PRICES.map((price) => ({ value: price, label: texts.prices[price] })),
        ]}
        onChange={(price) => set({ entrada: price === ANY ? undefined : (price as PriceName) })}
      />
      <Select
        aria-label={texts.sort}
        value={filters.ordem ?? 'newest'}
        disabled={isOver}
        allowDeselect={false}
        data={SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
        onChange={(sort) => set({ ordem: sort === 'newest' ? undefined : (sort as SortName) })}
      />
    </span>
  );
}

function Modes({ chosen, onChoose }: { chosen: ListFilters['modo']; onChoose: (mode: ListFilters['modo']) => void }) {
  const texts = useTexts(pageTexts);
  const { modes } = useTexts(battleTexts);
  return (
    // biome-ignore lint/a11y/useSemanticElements: A fieldset cannot scroll sideways in every browser.
    <div className={classes.modes} role="group" aria-label={texts.mode}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        {texts.allModes}
      </button>
      {BATTLE_MODES.map((mode) => (
        <button
          key={mode}
          type="button"
          data-mode={mode}
          aria-pressed={chosen === mode}
          onClick={() => onChoose(chosen === mode ? undefined : mode)}
        >
          <Icon name={MODE_ICONS[mode]} size={17} />
          {modes[mode]}
        </button>
      ))}
    </div>
  );
}
