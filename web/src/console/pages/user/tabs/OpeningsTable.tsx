import { call } from '../../../../data/api.ts';
import { everyPage } from '../../../../data/every-page.ts';
import type { PastOpening } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { useAddressFilters } from '../../../../shared/lists/use-address-filters.ts';
import { Money } from '../../../../shared/parts/Money.tsx';
import { Skeletons } from '../../../../shared/states/Loading.tsx';
import { QueryState } from '../../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { useList } from '../../../data/use-list.ts';
import { type Column, DataTable } from '../../../parts/DataTable.tsx';
import { WalkNav } from '../../../parts/WalkNav.tsx';
import { texts as ownTexts } from '../texts.ts';

const SHOWN = 10;
const idOf = ({ id }: PastOpening) => id;

export function OpeningsTable({ userId }: { userId: string }) {
  const texts = useTexts(ownTexts).openings;
  const { filters, setBeside } = useAddressFilters<{ before: string }>();
  const before = filters.before === undefined ? undefined : String(filters.before);
  const params = { userId };
  const list = useList('GET /admin/users/{userId}/case-openings', {
    params,
    query: { limit: SHOWN, ...(before !== undefined && { before }) },
  });
  const columns = useColumns();
  return (
    <QueryState query={list} loading={<Skeletons count={5} height={44} />}>
      {({ data, meta }) => (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={data}
          isWaiting={list.isPlaceholderData}
          keyOf={idOf}
          total={meta.total}
          csvName={texts.file(userId)}
          everyRow={(signal) =>
            everyPage(
              (part) => call('GET /admin/users/{userId}/case-openings', { params, query: part, signal }),
              signal,
              idOf,
            )
          }
          filters={<h2>{texts.title}</h2>}
          footer={
            <WalkNav
              before={before}
              next={meta.total > data.length ? (data.at(-1)?.id ?? null) : null}
              onWalk={(next) => setBeside({ before: next })}
            />
          }
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<PastOpening>[] {
  const texts = useTexts(ownTexts).openings;
  const { dateTime, decimal, number } = useFormat();
  return [
    {
      id: 'case',
      header: texts.case,
      cell: ({ caseName, versionNumber }) => `${caseName} v${versionNumber}`,
      csv: ({ caseName }) => caseName,
      phone: 'title',
    },
    { id: 'item', header: texts.item, cell: ({ item }) => item.name, csv: ({ item }) => item.name, phone: 'meta' },
    {
      id: 'price',
      header: texts.price,
      align: 'right',
      cell: ({ priceCents }) => <Money cents={priceCents} />,
      csv: ({ priceCents }) => decimal(priceCents),
      phone: 'hidden',
    },
    {
      id: 'worth',
      header: texts.worth,
      align: 'right',
      cell: ({ item }) => <Money cents={item.valueCentsBrl} />,
      csv: ({ item }) => decimal(item.valueCentsBrl),
      phone: 'value',
    },
    {
      id: 'roll',
      header: texts.roll,
      align: 'right',
      cell: ({ roll }) => number(roll),
      csv: ({ roll }) => roll,
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
