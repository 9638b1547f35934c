import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Case } from '../../data/generated/api.ts';
import { shelvesQuery } from '../../data/shelves.ts';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { BiggestWins } from './BiggestWins.tsx';
import { EventCard } from './EventCard.tsx';
import { Filters } from './Filters.tsx';
import { Found } from './Found.tsx';
import { type HomeFilters, isFiltered } from './filters.ts';
import { Hero } from './Hero.tsx';
import classes from './HomePage.module.css';
import { LoadingShelves } from './LoadingShelves.tsx';
import { Shelves } from './Shelves.tsx';
import { texts } from './texts.ts';

const pricesOf = (cases: readonly Case[]) =>
  [...new Set(cases.map(({ priceCents }) => Number(priceCents)))].sort((a, b) => a - b);

export function HomePage() {
  const { title, empty, emptyHint } = useTexts(texts);
  const { filters, page, set, setPage, clear } = useAddressFilters<HomeFilters>();
  const query = useQuery(shelvesQuery);
  const cases = query.data?.data ?? [];
  const prices = pricesOf(cases);
  const cheapest = cases.find(({ priceCents, isPaused }) => Number(priceCents) === prices[0] && !isPaused);
  useEffect(() => {
    document.title = `${title} · Lisura`;
  }, [title]);
  return (
    <>
      <div className={classes.top}>
        <Hero cheapest={cheapest} />
        <EventCard />
      </div>
      <Filters
        filters={filters}
        categories={[...new Set(cases.map(({ category }) => category))]}
        prices={prices}
        onChange={set}
      />
      <div className={classes.columns}>
        <div id="caixas" className={classes.cases}>
          {isFiltered(filters) ? (
            <Found filters={filters} page={page} onPage={setPage} onClear={clear} />
          ) : (
            <QueryState query={query} loading={<LoadingShelves />}>
              {({ data }) =>
                data.length === 0 ? <EmptyState title={empty}>{emptyHint}</EmptyState> : <Shelves cases={data} />
              }
            </QueryState>
          )}
        </div>
        <BiggestWins />
      </div>
    </>
  );
}
