import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../data/queries.ts';
import { useSession } from '../../data/session.ts';
import { useFormat } from '../../shared/format/index.ts';
import { CaseCover } from '../../shared/items/CaseCover.tsx';
import { Pagination } from '../../shared/lists/Pagination.tsx';
import { EmptyState } from '../../shared/states/EmptyState.tsx';
import { QueryState } from '../../shared/states/QueryState.tsx';
import { useTexts } from '../../shared/texts/index.ts';
import { caseQueryOf, type HomeFilters } from './filters.ts';
import { LoadingShelves } from './LoadingShelves.tsx';
import { Shelf } from './Shelves.tsx';
import { texts } from './texts.ts';

const A_PAGE = 24;

export function Found({
  filters,
  page,
  onPage,
  onClear,
}: {
  filters: HomeFilters;
  page: number;
  onPage: (page: number) => void;
  onClear: () => void;
}) {
  const words = useTexts(texts);
  const { plural } = useFormat();
  const { balanceCents } = useSession().session;
  const query = useQuery({
    ...apiQuery('GET /cases', { query: caseQueryOf(filters, balanceCents, page, A_PAGE) }),
    placeholderData: keepPreviousData,
  });
  const clear = (
    <Button variant="default" onClick={onClear}>
      {words.clear}
    </Button>
  );
  return (
    <QueryState query={query} loading={<LoadingShelves />}>
      {({ data, meta }) =>
        data.length === 0 ? (
          <EmptyState icon="search" title={words.none} action={clear}>
            {words.noneHint}
          </EmptyState>
        ) : (
          <>
            <Shelf title={plural(meta.total, words.found)}>
              {data.map((each) => (
                <CaseCover key={each.id} shown={each} note={each.category} />
              ))}
            </Shelf>
            <Pagination meta={meta} onPage={onPage} />
          </>
        )
      }
    </QueryState>
  );
}
