import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SwapTarget } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { useFormat } from '../../shared/format/index.ts';
import { ItemTile } from '../../shared/items/ItemTile.tsx';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import classes from './SiteTargets.module.css';
import { texts } from './texts.ts';

const SHOWN = 6;

export function SiteTargets({
  givenCents,
  limitCents,
  chosen,
  onChoose,
}: {
  givenCents: bigint;
  limitCents: bigint;
  chosen: SwapTarget | null;
  onChoose: (target: SwapTarget) => void;
}) {
  const { site } = useTexts(texts);
  const { percent } = useFormat();
  const [search, setSearch] = useState('');
  const query = useQuery({
    ...apiQuery('GET /swap/targets', {
      query: {
        limit: SHOWN,
        sortOrder: 'desc',
        ...(givenCents > 0n ? { maxValueCents: Number(limitCents) } : {}),
        ...(search === '' ? {} : { search }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.targets}>
      <SearchBox value={search} label={site.search} onSearch={setSearch} />
      <QueryState query={query} loading={<Skeletons count={SHOWN} height={56} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.none}>{site.nothing}</p>
          ) : (
            data.map((target) => (
              <button
                key={target.marketHashName}
                type="button"
                className={classes.target}
                aria-pressed={target.marketHashName === chosen?.marketHashName}
                onClick={() => onChoose(target)}
              >
                <ItemTile item={target} />
                {givenCents > 0n && (
                  <span>{percent((Number(target.valueCentsBrl) / Number(givenCents)) * 100, 0)}</span>
                )}
              </button>
            ))
          )
        }
      </QueryState>
    </div>
  );
}
