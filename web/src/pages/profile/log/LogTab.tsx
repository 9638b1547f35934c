import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { apiQuery } from '../../../data/queries.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { LogList } from './LogList.tsx';
import classes from './log.module.css';
import { texts as allTexts } from './texts.ts';

const ENTRIES = 20;

export function LogTab() {
  const texts = useTexts(allTexts);
  const { page, setPage } = useAddressFilters();
  const query = useQuery({
    ...apiQuery('GET /audit/my-logs', { query: { page, limit: ENTRIES } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <p className={classes.lead}>{texts.lead}</p>
      <Panel padded={false}>
        <div className={classes.entries}>
          <QueryState query={query} loading={<Skeletons count={8} height={52} />}>
            {({ data, meta }) => (
              <>
                <LogList entries={data} />
                <Pagination meta={meta} onPage={setPage} />
              </>
            )}
          </QueryState>
        </div>
      </Panel>
      <p className={classes.notMe}>
        {texts.notMe}{' '}
        <Link to="/perfil" search={{ aba: 'seguranca' } as never}>
          {texts.protect}
        </Link>
      </p>
    </>
  );
}
