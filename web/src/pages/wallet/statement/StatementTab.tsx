import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Transfer, TransferType } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Panel } from '../../../shared/parts/Panel.tsx';
import { saveFile } from '../../../shared/security/save-file.ts';
import { EmptyState } from '../../../shared/states/EmptyState.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { csvOf } from './csv-of.ts';
import { Filters, type StatementFilters } from './Filters.tsx';
import { StatementTable, signedCents } from './StatementTable.tsx';
import classes from './statement.module.css';
import { texts as allTexts } from './texts.ts';

const LINES = 20;

/** Everything that has moved the balance; filters and page stand in the address. */
export function StatementTab() {
  const texts = useTexts(allTexts);
  const { plural } = useFormat();
  const { filters, page, set, setPage } = useAddressFilters<StatementFilters>();
  const { tipo, de, ate } = filters;
  const asked = {
    page,
    limit: LINES,
    ...(isType(tipo, texts.types) && { type: tipo }),
    ...(de !== undefined && { from: de }),
    ...(ate !== undefined && { to: ate }),
  };
  const query = useQuery({
    ...apiQuery('GET /payment/transactions', { query: asked }),
    placeholderData: keepPreviousData,
  });
  const total = query.data?.meta.total;
  const isFiltered = tipo !== undefined || de !== undefined || ate !== undefined;
  return (
    <Panel
      padded={false}
      title={texts.title}
      aside={
        <span className={classes.aside}>
          {total !== undefined && plural(total, texts.lines)}
          <Csv lines={query.data?.data ?? []} />
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

function Csv({ lines }: { lines: readonly Transfer[] }) {
  const texts = useTexts(allTexts);
  const { decimal } = useFormat();
  const save = () => {
    const rows = lines.map((line) => [
      line.createdAt,
      texts.types[line.type],
      line.reason,
      decimal(signedCents(line)),
      decimal(line.balanceAfterCents),
    ]);
    const head = [texts.when, texts.type, texts.movement, texts.amount, texts.after];
    saveFile(texts.csvFile, csvOf([head, ...rows]), 'text/csv');
  };
  return (
    <Button
      variant="default"
      size="sm"
      title={texts.csvHint}
      leftSection={<Icon name="download" size={16} />}
      disabled={lines.length === 0}
      onClick={save}
    >
      {texts.csv}
    </Button>
  );
}
