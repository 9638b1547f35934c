import { NativeSelect, Switch } from '@mantine/core';
import { useSession } from '../../data/session.ts';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './Filters.module.css';
import { type HomeFilters, SORTS, sortOf } from './filters.ts';
import { PriceRange } from './PriceRange.tsx';
import { texts } from './texts.ts';

export function Filters({
  filters,
  categories,
  prices,
  onChange,
}: {
  filters: HomeFilters;
  categories: readonly string[];
  /** It holds the prices of all cases in cents, ascending. */
  prices: readonly number[];
  onChange: (change: Partial<HomeFilters>) => void;
}) {
  const words = useTexts(texts);
  const { user } = useSession();
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchBox
          value={String(filters.busca ?? '')}
          label={words.search}
          onSearch={(text) => onChange({ busca: text === '' ? undefined : text })}
        />
      </div>
      <fieldset className={classes.categories} aria-label={words.category}>
        {[undefined, ...categories].map((category) => (
          <button
            key={category ?? ''}
            type="button"
            aria-pressed={filters.categoria === category}
            onClick={() => onChange({ categoria: category })}
          >
            {category ?? words.allCategories}
          </button>
        ))}
      </fieldset>
      <PriceRange
        key={`${prices.length}:${filters.de}:${filters.ate}`}
        prices={prices}
        from={filters.de}
        to={filters.ate}
        onChange={(de, ate) => onChange({ de, ate })}
      />
      <NativeSelect
        className={classes.sort ?? ''}
        aria-label={words.sort}
        value={sortOf(filters)}
        data={SORTS.map((value) => ({ value, label: words.sorts[value] }))}
        onChange={({ currentTarget: { value } }) => onChange({ ordem: value === 'shop' ? undefined : value })}
      />
      {user !== null && (
        <Switch
          className={classes.fits ?? ''}
          label={words.fits}
          checked={filters.cabe === true}
          onChange={({ currentTarget }) => onChange({ cabe: currentTarget.checked ? true : undefined })}
        />
      )}
    </search>
  );
}
