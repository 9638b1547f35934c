import { call } from '../../../../data/api.ts';
import { everyPage } from '../../../../data/every-page.ts';
import type { InventoryItem } from '../../../../data/generated/api.ts';
import { useFormat } from '../../../../shared/format/index.ts';
import { Pagination } from '../../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../../shared/lists/use-address-filters.ts';
import { Money } from '../../../../shared/parts/Money.tsx';
import { Skeletons } from '../../../../shared/states/Loading.tsx';
import { QueryState } from '../../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../../shared/texts/index.ts';
import { useList } from '../../../data/use-list.ts';
import { type Column, DataTable } from '../../../parts/DataTable.tsx';
import { texts as ownTexts } from '../texts.ts';
import classes from '../user.module.css';

const SHOWN = 20;

export function InventoryTab({ userId }: { userId: string }) {
  const texts = useTexts(ownTexts).inventory;
  const { page, setPage } = useAddressFilters();
  const params = { id: userId };
  const list = useList('GET /admin/users/{id}/inventory', {
    params,
    query: { sortBy: 'value', limit: SHOWN, offset: (page - 1) * SHOWN },
  });
  const columns = useColumns();
  return (
    <QueryState query={list} loading={<Skeletons count={6} height={44} />}>
      {({ items, total }) => (
        <DataTable
          label={texts.title}
          columns={columns}
          rows={items}
          isWaiting={list.isPlaceholderData}
          keyOf={({ id }) => id}
          total={total}
          csvName={texts.file(userId)}
          everyRow={(signal) =>
            everyPage(async ({ limit, page: wanted = 1 }) => {
              const query = { sortBy: 'value', limit, offset: (wanted - 1) * limit } as const;
              const answer = await call('GET /admin/users/{id}/inventory', { params, query, signal });
              return { data: answer.items, meta: { total: answer.total } };
            }, signal)
          }
          footer={<Pagination meta={{ page, limit: SHOWN, total }} onPage={setPage} />}
        />
      )}
    </QueryState>
  );
}

function useColumns(): Column<InventoryItem>[] {
  const texts = useTexts(ownTexts).inventory;
  const { decimal, dateTime } = useFormat();
  return [
    {
      id: 'item',
      header: texts.item,
      cell: ({ itemName, itemImage }) => (
        <span className={classes.item}>
          <img src={itemImage} alt="" width={44} height={32} loading="lazy" />
          {itemName}
        </span>
      ),
      csv: ({ itemName }) => itemName,
      phone: 'title',
    },
    {
      id: 'value',
      header: texts.value,
      align: 'right',
      cell: ({ itemValueCents }) => <Money cents={itemValueCents} />,
      csv: ({ itemValueCents }) => decimal(itemValueCents),
      phone: 'value',
    },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status }) => texts.statuses[status],
      csv: ({ status }) => status,
      phone: 'meta',
    },
    {
      id: 'from',
      header: texts.from,
      cell: ({ acquiredFrom }) => acquiredFrom ?? '–',
      csv: ({ acquiredFrom }) => acquiredFrom,
      phone: 'hidden',
    },
    {
      id: 'when',
      header: texts.when,
      align: 'right',
      cell: ({ acquiredAt }) => dateTime(acquiredAt),
      csv: ({ acquiredAt }) => acquiredAt,
      phone: 'value',
    },
  ];
}
