import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { asOnePage } from '../../data/as-one-page.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { analyticsTexts } from './texts.ts';

/** A report that is answered as a whole: what stands above it, and its rows. */
export function ReportTable<Row, Answer extends { data: readonly Row[] }>({
  name,
  query,
  columns,
  keyOf,
  above,
}: {
  name: string;
  query: UseQueryResult<Answer>;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  above?: (answer: Answer) => ReactNode;
}) {
  const texts = useTexts(analyticsTexts);
  return (
    <QueryState query={query} loading={<Skeletons count={8} height={44} />}>
      {(answer) => (
        <>
          {above?.(answer)}
          <DataTable
            label={name}
            columns={columns}
            rows={answer.data}
            isWaiting={query.isPlaceholderData}
            keyOf={keyOf}
            total={answer.data.length}
            csvName={name}
            everyRow={() => asOnePage(answer.data)}
            empty={texts.noData}
          />
        </>
      )}
    </QueryState>
  );
}
