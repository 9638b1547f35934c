import { Link } from '@tanstack/react-router';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { UserGgr } from '../../../data/generated/api.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import type { DayRange } from '../../range/ranges.ts';
import classes from './analytics.module.css';
import { useFigureColumns } from './columns.tsx';
import { analyticsTexts } from './texts.ts';

export function PeopleReport({ range }: { range: DayRange }) {
  const texts = useTexts(analyticsTexts);
  const { count, cents } = useFigureColumns();
  const { page, setPage } = useAddressFilters();
  const people = useList('GET /admin/analytics/ggr-by-user', { query: { ...range, page } });
  const columns: Column<UserGgr>[] = [
    {
      id: 'user',
      header: texts.user,
      phone: 'title',
      cell: ({ userId, username }) => (
        <Link to={`/admin/usuarios/${userId}` as never} className={classes.link}>
          {username}
        </Link>
      ),
      csv: ({ userId, username }) => `${userId} ${username}`,
    },
    count('plays', texts.plays),
    cents('wageredCents', texts.wagered),
    cents('wonCents', texts.won),
    cents('ggrCents', texts.ggr),
  ];
  return (
    <QueryState query={people} loading={<Skeletons count={8} height={44} />}>
      {({ data, meta }) => (
        <DataTable
          label={texts.tabs.pessoas}
          columns={columns}
          rows={data}
          isWaiting={people.isPlaceholderData}
          keyOf={({ userId }) => userId}
          total={meta.total}
          csvName="ggr-por-pessoa"
          everyRow={(signal) =>
            everyPage(
              (part) => call('GET /admin/analytics/ggr-by-user', { query: { ...range, ...part }, signal }),
              signal,
            )
          }
          empty={texts.noData}
          footer={<Pagination meta={meta} onPage={setPage} />}
        />
      )}
    </QueryState>
  );
}
