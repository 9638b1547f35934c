import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { UpgradeRules, UpgradeTarget } from '../../data/generated/api.ts';
import { apiQuery } from '../../data/queries.ts';
import { ItemCard } from '../../shared/items/ItemCard.tsx';
import { Pagination } from '../../shared/lists/Pagination.tsx';
import { SearchBox } from '../../shared/lists/SearchBox.tsx';
import { Panel } from '../../shared/parts/Panel.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { offerOf } from './offer.ts';
import classes from './TargetPanel.module.css';
import { texts } from './texts.ts';

const PER_PAGE = 6;

export function TargetPanel({
  target,
  totalCents,
  itemCount,
  rules,
  isLocked,
  multiple,
  multiples,
  onSearch,
  onTarget,
}: {
  target: UpgradeTarget | null;
  totalCents: bigint;
  itemCount: number;
  rules: UpgradeRules;
  isLocked: boolean;
  /** The list begins at this value above the stake; null lists everything that is worth more. */
  multiple: number | null;
  /** Where they are chosen, if here. */
  multiples: ReactNode;
  onSearch: () => void;
  onTarget: (target: UpgradeTarget) => void;
}) {
  const words = useTexts(texts).target;
  const [search, setSearch] = useState('');
  const leastCents = totalCents === 0n ? 1n : multiple === null ? totalCents + 1n : totalCents * BigInt(multiple);
  return (
    <Panel title={words.title}>
      <div className={classes.chosen}>
        {target === null ? <p className={classes.none}>{words.none}</p> : <ItemCard item={target} />}
      </div>
      {multiples}
      <SearchBox
        value={search}
        label={words.search}
        onSearch={(text) => {
          setSearch(text);
          onSearch();
        }}
      />
      <Targets
        key={`${search}:${leastCents}`}
        search={search}
        leastCents={leastCents}
        chosenId={target?.id ?? null}
        chanceOf={({ valueCentsBrl }) => {
          const found = offerOf({ itemCount, totalCents, targetCents: BigInt(valueCentsBrl), rules });
          return 'offer' in found ? found.offer.chancePercent : null;
        }}
        onTarget={(next) => !isLocked && onTarget(next)}
      />
    </Panel>
  );
}

function Targets({
  search,
  leastCents,
  chosenId,
  chanceOf,
  onTarget,
}: {
  search: string;
  leastCents: bigint;
  chosenId: string | null;
  chanceOf: (target: UpgradeTarget) => string | null;
  onTarget: (target: UpgradeTarget) => void;
}) {
  const words = useTexts(texts).target;
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiQuery('GET /upgrade/targets', {
      query: {
        page,
        limit: PER_PAGE,
        minValueCents: String(leastCents),
        ...(search === '' ? {} : { search }),
      },
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.targets}>
      <QueryState
        query={query}
        loading={
          <div className={classes.grid}>
            <Skeletons count={PER_PAGE} height={208} />
          </div>
        }
      >
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState icon="search" title={words.nothing}>
              {words.nothingHint}
            </EmptyState>
          ) : (
            <>
              <div className={classes.grid}>
                {data.map((target) => {
                  const chance = chanceOf(target);
                  return (
                    <ItemCard
                      key={target.id}
                      item={target}
                      {...(chance === null
                        ? {}
                        : { chancePercent: Number(chance).toFixed(Number(chance) < 10 ? 1 : 0) })}
                      state={target.id === chosenId ? 'selected' : 'plain'}
                      onPress={() => onTarget(target)}
                    />
                  );
                })}
              </div>
              <Pagination meta={meta} onPage={setPage} />
            </>
          )
        }
      </QueryState>
    </div>
  );
}
