import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { Transfer, TransferType } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { CsvButton, type CsvSource } from '../../../shared/lists/CsvButton.tsx';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { detailOf } from './detail-of.ts';
import { Filters, type StatementFilters } from './Filters.tsx';
import { StatementTable, signedCents } from './StatementTable.tsx';
import classes from './statement.module.css';
import { texts as allTexts } from './texts.ts';

const LINES = 20;

/** Filters and page stand in the address. */
export function StatementTab() {
  const texts = useTexts(allTexts);
  const { plural, decimal } = useFormat();
  const { filters, page, set, setPage } = useAddressFilters<StatementFilters>();
  const { tipo, de, ate } = filters;
  const filter = {
    ...(isType(tipo, texts.types) && { type: tipo }),
    ...(de !== undefined && { from: de }),
    ...(ate !== undefined && { to: ate }),
  };
  const query = useQuery({
    ...apiQuery('GET /payment/transactions', { query: { ...filter, page, limit: LINES } }),
    placeholderData: keepPreviousData,
  });
  const csv: CsvSource<Transfer> = {
    name: texts.csvFile,
    columns: [
      { header: texts.when, csv: ({ createdAt }) => createdAt },
      { header: texts.type, csv: ({ type }) => texts.types[type] },
      { header: texts.detail, csv: (line) => detailOf(line, (items) => plural(items, texts.items)) },
      { header: texts.amount, csv: (line) => decimal(signedCents(line)) },
      { header: texts.after, csv: ({ balanceAfterCents }) => decimal(balanceAfterCents) },
    ],
    pages: (signal) =>
      everyPage(
        (part) => call('GET /payment/transactions', { query: { ...filter, ...part }, signal }),
        signal,
        ({ id }) => id,
      ),
  };
  const total = query.data?.meta.total;
  const isFiltered = tipo !== undefined || de !== undefined || ate !== undefined;
  return (
    <Panel
      padded={false}
      title={texts.title}
      aside={
        <span className={classes.aside}>
          {total !== undefined && plural(total, texts.lines)}
          {total !== undefined && total > 0 && <CsvButton source={csv} />}
        </span>
      }
    >
      <Filters filters={filters} onChange={set} />
      <div className={classes.lines}>
        <QueryState query={query} loading={<Skeletons count={8} height={50} />}>
          {({ data, meta }) =>
            data.length === 0 ? (
              <EmptyState icon="list" title={isFiltered ? texts.none : texts.empty}>
                {isFiltered ? texts.noneHint : texts.emptyHint}
              </EmptyState>
            ) : (
              <>
                <StatementTable lines={data} />
                <Pagination meta={meta} onPage={setPage} />
              </>
            )
          }
        </QueryState>
      </div>
    </Panel>
  );
}

const isType = (value: string | undefined, types: Readonly<Record<TransferType, string>>): value is TransferType =>
  value !== undefined && value in types;
