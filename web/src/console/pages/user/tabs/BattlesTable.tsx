import { useState } from 'react';
import { type AnswerOf, call } from '../../../../data/api.ts';
import { everyPage } from '../../../../data/every-page.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { Pagination } from '../../../../shared/lists/Pagination.tsx';
import { Money } from '../../../../shared/parts/Money.tsx';
import { Skeletons } from '../../../../shared/states/Loading.tsx';
import { QueryState } from '../../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { useList } from '../../../data/use-list.ts';
import { type Column, DataTable } from '../../../parts/DataTable.tsx';
import { texts as ownTexts } from '../texts.ts';

type Battle = AnswerOf<'GET /admin/users/{userId}/battles'>['data'][number];
const SHOWN = 10;

export function BattlesTable({ userId }: { userId: string }) {
  const texts = useTexts(ownTexts).battles;
  const [page, setPage] = useState(1);
  const params = { userId };
  const list = useList('GET /admin/users/{userId}/battles', { params, query: { page, limit: SHOWN } });
  const columns = useColumns();
  return (
    <QueryState query={list} loading={<Skeletons count={5} height={44} />}>
      {({ data, meta }) => (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data}
          isWaiting={list.isPlaceholderData}
          keyOf={({ id }) => id}
          total={meta.total}
          csvName={texts.file(userId)}
          everyRow={(signal) =>
            everyPage((part) => call('GET /admin/users/{userId}/battles', { params, query: part, signal }), signal)
          }
          filters={<h2>{texts.title}</h2>}
          footer={<Pagination meta={meta} onPage={setPage} />}
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<Battle>[] {
  const texts = useTexts(ownTexts).battles;
  const { dateTime, decimal } = useFormat();
  return [
    { id: 'id', header: texts.number, cell: ({ id }) => <code>#{id}</code>, csv: ({ id }) => id, phone: 'title' },
    { id: 'mode', header: texts.mode, cell: ({ mode }) => mode, csv: ({ mode }) => mode, phone: 'meta' },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status }) => texts.statuses[status],
      csv: ({ status }) => status,
      phone: 'meta',
    },
    {
      id: 'entry',
      header: texts.entry,
      align: 'right',
      cell: ({ entryPriceCents }) => <Money cents={entryPriceCents} />,
      csv: ({ entryPriceCents }) => decimal(entryPriceCents),
      phone: 'value',
    },
    {
      id: 'pot',
      header: texts.pot,
      align: 'right',
      cell: ({ potCents }) => (potCents === null ? '–' : <Money cents={potCents} />),
      csv: ({ potCents }) => (potCents === null ? '' : decimal(potCents)),
      phone: 'hidden',
    },
    {
      id: 'when',
      header: texts.when,
      align: 'right',
      cell: ({ createdAt }) => dateTime(createdAt),
      csv: ({ createdAt }) => createdAt,
      phone: 'value',
    },
  ];
}
