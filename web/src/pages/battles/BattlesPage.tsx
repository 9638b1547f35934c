import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../data/queries.ts';
import { useServerNow } from '../../data/use-server-now.ts';
import type { BattleSummary } from '../../shared/battles/battle.ts';
import { isOnShow } from '../../shared/battles/show.ts';
import { useFormat } from '../../shared/format/index.ts';
import { Icon } from '../../shared/icons/index.tsx';
import { Pagination } from '../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../shared/lists/use-address-filters.ts';
import { PageTitle } from '../../shared/parts/PageTitle.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../shared/states/Loading.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { BattleFilters } from './BattleFilters.tsx';
import { BattleRow } from './BattleRow.tsx';
import classes from './BattlesPage.module.css';
import { isWanted, knownFilters, type ListFilters, queryOf } from './list-filters.ts';
import { texts as pageTexts } from './texts.ts';
import { useLiveLists, useOpenBattles } from './use-battle-list.ts';

const PAGE_SIZE = 20;

export function BattlesPage() {
  const { filters: typed, page, set, setPage, clear } = useAddressFilters<ListFilters>();
  const filters = knownFilters(typed);
  const nowMs = useServerNow();
  useLiveLists();
  const lists = useOpenBattles(filters, nowMs);
  const isOver = filters.estado === 'over';
  return (
    <>
      <Head open={lists.query.data?.meta.total ?? null} running={lists.running} />
      <BattleFilters filters={filters} set={set} />
      {isOver ? (
        <OverList filters={filters} page={page} onPage={setPage} nowMs={nowMs} clear={clear} />
      ) : (
        <OpenList
          lists={lists}
          nowMs={nowMs}
          isFiltered={Object.values(filters).some((value) => value !== undefined)}
          clear={clear}
        />
      )}
    </>
  );
}

function Head({ open, running }: { open: number | null; running: readonly BattleSummary[] }) {
  const texts = useTexts(pageTexts);
  const { number, money } = useFormat();
  const playedCents = running.reduce((sum, { totalEntryCents }) => sum + BigInt(totalEntryCents), 0n);
  const aside = (
    <>
      <span className={classes.figure}>
        <strong>{open === null ? '…' : number(open)}</strong> {open === 1 ? texts.open.one : texts.open.other}
      </span>
      <span className={classes.figure}>
        <strong>{number(running.length)}</strong> {texts.live}
      </span>
      <span className={classes.figure}>
        <strong>{money(playedCents)}</strong> {texts.played}
      </span>
      <Button component={Link} to="/batalhas/nova" size="lg" leftSection={<Icon name="plus" />}>
        {texts.create}
      </Button>
    </>
  );
  return <PageTitle title={texts.title} lead={texts.lead} aside={aside} />;
}

function OpenList({
  lists: { query, isLoading, shown, recent },
  nowMs,
  isFiltered,
  clear,
}: {
  lists: ReturnType<typeof useOpenBattles>;
  nowMs: number;
  isFiltered: boolean;
  clear: () => void;
}) {
  const texts = useTexts(pageTexts);
  if (isLoading) return <LoadingRows />;
  return (
    <div className={classes.list}>
      <QueryState query={query} loading={<LoadingRows />}>
        {() =>
          shown.length === 0 ? (
            <None isFiltered={isFiltered} clear={clear} />
          ) : (
            shown.map((battle) => <BattleRow key={battle.id} battle={battle} nowMs={nowMs} />)
          )
        }
      </QueryState>
      {recent.length > 0 && (
        <>
          <h2 className={classes.heading}>{texts.recent}</h2>
          {recent.map((battle) => (
            <BattleRow key={battle.id} battle={battle} nowMs={nowMs} />
          ))}
        </>
      )}
    </div>
  );
}

function OverList({
  filters,
  page,
  onPage,
  nowMs,
  clear,
}: {
  filters: Partial<ListFilters>;
  page: number;
  onPage: (page: number) => void;
  nowMs: number;
  clear: () => void;
}) {
  const query = { ...queryOf(filters), status: 'COMPLETED', page, limit: PAGE_SIZE } as const;
  const list = useQuery(apiQuery('GET /battles/list', { query }));
  return (
    <QueryState query={list} loading={<LoadingRows />}>
      {({ data, meta }) => {
        const fitting = data.filter((battle) => isWanted(battle, filters) && !isOnShow(battle, nowMs));
        return (
          <div className={classes.list}>
            {fitting.length === 0 && <None isFiltered clear={clear} />}
            {fitting.map((battle) => (
              <BattleRow key={battle.id} battle={battle} nowMs={nowMs} />
            ))}
            <Pagination meta={meta} onPage={onPage} />
          </div>
        );
      }}
    </QueryState>
  );
}

function None({ isFiltered, clear }: { isFiltered: boolean; clear: () => void }) {
  const texts = useTexts(pageTexts);
  if (!isFiltered) {
    return (
      <EmptyState icon="swords" title={texts.noneTitle}>
        {texts.none}
      </EmptyState>
    );
  }
  const button = (
    <Button variant="default" onClick={clear}>
      {texts.clear}
    </Button>
  );
  return (
    <EmptyState icon="filter" title={texts.noneFilteredTitle} action={button}>
      {texts.noneFiltered}
    </EmptyState>
  );
}

const LoadingRows = () => (
  <div className={classes.list}>
    <Skeletons count={6} height={96} />
  </div>
);
