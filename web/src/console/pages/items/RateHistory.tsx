import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { PastExchangeRate } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { WalkNav } from '../../parts/WalkNav.tsx';
import { itemPageTexts } from './texts.ts';
import { useRateWords } from './use-rate-words.ts';

const SHOWN = 20;

export function RateHistory() {
  const texts = useTexts(itemPageTexts);
  const { filters, set } = useAddressFilters<{ aba: string; antes: string }>();
  const before = filters.antes === undefined ? undefined : String(filters.antes);
  const history = useList('GET /admin/items/exchange-rate/history', {
    query: { limit: SHOWN, ...(before !== undefined && { before }) },
  });
  const columns = useColumns();
  return (
    <QueryState query={history} loading={<Skeletons count={6} height={44} />}>
      {({ data, meta }) => (
        <DataTable
          label={texts.history}
          columns={columns}
          rows={data}
          isWaiting={history.isPlaceholderData}
          keyOf={({ id }) => id}
          total={meta.total}
          csvName="cotacoes"
          everyRow={(signal) =>
            everyPage(
              (part) => call('GET /admin/items/exchange-rate/history', { query: part, signal }),
              signal,
              ({ id }) => id,
            )
          }
          footer={
            <WalkNav
              before={before}
              next={meta.total > data.length ? (data.at(-1)?.id ?? null) : null}
              onWalk={(antes) => set({ antes })}
            />
          }
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<PastExchangeRate>[] {
  const texts = useTexts(itemPageTexts);
  const { dateTime } = useFormat();
  const words = useRateWords();
  return [
    {
      id: 'taken',
      header: texts.since,
      phone: 'title',
      cell: ({ takenAt }) => dateTime(takenAt),
      csv: ({ takenAt }) => takenAt,
    },
    {
      id: 'rate',
      header: texts.rateNow,
      align: 'right',
      phone: 'value',
      cell: ({ usdToBrl }) => words(usdToBrl),
      csv: ({ usdToBrl }) => usdToBrl,
    },
    { id: 'source', header: texts.source, cell: ({ source }) => source, csv: ({ source }) => source },
    {
      id: 'why',
      header: texts.why,
      cell: ({ reason }) => texts.reasons[reason],
      csv: ({ reason }) => reason,
    },
    {
      id: 'who',
      header: texts.who,
      cell: ({ confirmedBy }) => (confirmedBy === null ? texts.unknown : texts.account(confirmedBy)),
      csv: ({ confirmedBy }) => confirmedBy,
    },
    { id: 'note', header: texts.note, cell: ({ note }) => note ?? texts.unknown, csv: ({ note }) => note },
  ];
}
