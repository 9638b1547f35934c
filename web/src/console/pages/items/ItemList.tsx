import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { AdminItem } from '../../../data/generated/api.ts';
import { apiQuery } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { itemWords } from '../../../shared/items/item-words.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { SearchBox } from '../../../shared/lists/SearchBox.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';
import classes from './items.module.css';
import { itemPageTexts } from './texts.ts';

interface Filters {
  [name: string]: string | undefined;
  busca?: string | undefined;
  situacao?: string | undefined;
  item?: string | undefined;
}

const ARCHIVED = 'arquivados';

export function ItemList() {
  const texts = useTexts(itemPageTexts);
  const { filters, page, set, setPage } = useAddressFilters<Filters>();
  const search = String(filters.busca ?? '');
  const query = { isArchived: filters.situacao === ARCHIVED, ...(search !== '' && { search }) };
  const items = useList('GET /admin/items', { query: { ...query, page } });
  const openId = filters.item === undefined ? null : String(filters.item);
  const listed = items.data?.data.find(({ id }) => id === openId);
  // Links lead to items that are on another page of the list.
  const isElsewhere = openId !== null && items.data !== undefined && listed === undefined;
  const elsewhere = useQuery({
    ...apiQuery('GET /admin/items/{id}', { params: { id: openId ?? '' } }),
    enabled: isElsewhere,
  });
  const opened = listed ?? (isElsewhere ? elsewhere.data : undefined) ?? null;
  const columns = useColumns();
  return (
    <>
      <QueryState query={items} loading={<Skeletons count={10} height={50} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.tabs.itens}
            columns={columns}
            rows={data}
            isWaiting={items.isPlaceholderData}
            keyOf={({ id }) => id}
            selectedKey={openId}
            onOpen={({ id }) => set({ item: id })}
            total={meta.total}
            csvName="itens"
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/items', { query: { ...query, ...part }, signal }), signal)
            }
            empty={texts.noItems}
            filters={
              <div className={classes.filters}>
                <SegmentedControl
                  size="md"
                  aria-label={texts.archivedFilter}
                  value={filters.situacao === ARCHIVED ? ARCHIVED : ''}
                  data={[
                    { value: '', label: texts.live },
                    { value: ARCHIVED, label: texts.archived },
                  ]}
                  onChange={(situacao) => set({ situacao: situacao === '' ? undefined : situacao, item: undefined })}
                />
                <SearchBox
                  value={search}
                  label={texts.search}
                  onSearch={(busca) => set({ busca: busca === '' ? undefined : busca, item: undefined })}
                />
              </div>
            }
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
      {opened !== null && <ItemDrawer key={opened.id} item={opened} onClose={() => set({ item: undefined })} />}
    </>
  );
}

function useColumns(): Column<AdminItem>[] {
  const texts = useTexts(itemPageTexts);
  const words = useTexts(itemWords);
  const { money, dollars, decimal, percent, date } = useFormat();
  return [
    {
      id: 'item',
      header: texts.item,
      phone: 'title',
      cell: ({ name, imageUrl }) => (
        <span className={classes.item}>
          <img src={imageUrl} alt="" loading="lazy" decoding="async" /> {name}
        </span>
      ),
      csv: ({ marketHashName }) => marketHashName,
    },
    {
      id: 'value',
      header: texts.value,
      align: 'right',
      phone: 'value',
      cell: ({ valueCentsBrl }) => money(valueCentsBrl),
      csv: ({ valueCentsBrl }) => decimal(valueCentsBrl),
    },
    {
      id: 'category',
      header: texts.category,
      cell: ({ weaponCategory }) => words.categories[weaponCategory],
      csv: ({ weaponCategory }) => weaponCategory,
    },
    {
      id: 'price',
      header: texts.price,
      align: 'right',
      cell: ({ originalPriceCents }) => dollars(originalPriceCents),
      csv: ({ originalPriceCents }) => decimal(originalPriceCents),
    },
    {
      id: 'margin',
      header: texts.margin,
      align: 'right',
      cell: ({ marginPercent }) => percent(marginPercent),
      csv: ({ marginPercent }) => marginPercent,
    },
    {
      id: 'updated',
      header: texts.updated,
      align: 'right',
      cell: ({ updatedAt }) => date(updatedAt),
      csv: ({ updatedAt }) => updatedAt,
    },
  ];
}
