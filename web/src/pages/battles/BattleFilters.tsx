import { BATTLE_MODES } from '@lisura/fairness';
import { SegmentedControl, Select } from '@mantine/core';
import { MODE_ICONS, SIZE_NAMES, type SizeName } from '../../shared/battles/battle.ts';
import { battleTexts } from '../../shared/battles/texts.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './BattlesPage.module.css';
import { type ListFilters, PRICES, type PriceName, SORTS, type SortName } from './list-filters.ts';
import { texts as pageTexts } from './texts.ts';

/** Short, to stand side by side on a telephone. */
const LABELS: Readonly<Record<SizeName, string>> = { '1x1': '1 × 1', '1x1x1': '3', '1x1x1x1': '4', '2x2': '2 × 2' };

/** They stand in the address. */
export function BattleFilters({
  filters,
  set,
}: {
  filters: Partial<ListFilters>;
  set: (change: Partial<ListFilters>) => void;
}) {
  const texts = useTexts(pageTexts);
  const isOver = filters.estado === 'over';
  return (
    <section className={classes.filters} aria-label={texts.filters}>
      <Modes chosen={filters.modo} onChoose={(modo) => set({ modo })} />
      <div className={classes.more}>
        <SegmentedControl
          aria-label={texts.seats}
          value={filters.lugares ?? 'all'}
          data={[
            { value: 'all', label: texts.allSizes },
            ...SIZE_NAMES.map((size) => ({ value: size, label: LABELS[size] })),
          ]}
          onChange={(size) => set({ lugares: size === 'all' ? undefined : (size as SizeName) })}
        />
        <SegmentedControl
          aria-label={texts.state}
          value={isOver ? 'over' : 'open'}
          data={[
            { value: 'open', label: texts.states.open },
            { value: 'over', label: texts.states.over },
          ]}
          onChange={(state) => set({ estado: state === 'over' ? 'over' : undefined, ordem: undefined })}
        />
        <span className={classes.selects}>
          <Select
            aria-label={texts.price}
            value={filters.entrada ?? 'any'}
            allowDeselect={false}
            data={[
              { value: 'any', label: texts.prices.any },
              ...PRICES.map((price) => ({ value: price, label: texts.prices[price] })),
            ]}
            onChange={(price) => set({ entrada: price === 'any' ? undefined : (price as PriceName) })}
          />
          <Select
            aria-label={texts.sort}
            value={filters.ordem ?? 'newest'}
            // What is over comes newest first.
            disabled={isOver}
            allowDeselect={false}
            data={SORTS.map((sort) => ({ value: sort, label: texts.sorts[sort] }))}
            onChange={(sort) => set({ ordem: sort === 'newest' ? undefined : (sort as SortName) })}
          />
        </span>
      </div>
    </section>
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
