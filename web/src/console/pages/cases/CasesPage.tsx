import { Button, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { AdminCase, CaseStatus } from '../../../data/generated/api.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Icon } from '../../../shared/icons/index.tsx';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { SearchBox } from '../../../shared/lists/SearchBox.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { ConsolePage } from '../../parts/ConsolePage.tsx';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import classes from './cases.module.css';
import { NewCase } from './NewCase.tsx';
import { caseListTexts } from './texts.ts';

const STATES = ['ACTIVE', 'DRAFT', 'ARCHIVED'] as const;
const SORTS = ['display', 'popularity', 'price', 'name', 'createdAt'] as const;

interface Filters {
  [name: string]: string | undefined;
  estado?: string;
  busca?: string;
  ordem?: string;
  sentido?: string;
}

function queryOf({ estado, busca, ordem, sentido }: Partial<Filters>) {
  const status = STATES.find((each) => each === estado);
  const sortBy = SORTS.find((each) => each === ordem);
  return {
    ...(status !== undefined && { status: status as CaseStatus }),
    ...(busca !== undefined && busca !== '' && { search: String(busca) }),
    ...(sortBy !== undefined && { sortBy, sortOrder: sentido === 'desc' ? ('desc' as const) : ('asc' as const) }),
  };
}

export function CasesPage() {
  const texts = useTexts(caseListTexts);
  const navigate = useNavigate();
  const { filters, page, set, setPage } = useAddressFilters<Filters>();
  const [isMaking, setIsMaking] = useState(false);
  const query = queryOf(filters);
  const cases = useList('GET /admin/cases', { query: { ...query, page } });
  const open = (id: string) => void navigate({ to: '/admin/caixas/$id' as never, params: { id } as never });
  const columns = useColumns();
  return (
    <ConsolePage
      title={texts.title}
      lead={texts.lead}
      actions={
        <Button leftSection={<Icon name="plus" />} onClick={() => setIsMaking(true)}>
          {texts.make}
        </Button>
      }
    >
      <QueryState query={cases} loading={<Skeletons count={8} height={50} />}>
        {({ data, meta }) => (
          <DataTable
            label={texts.list}
            columns={columns}
            rows={data}
            isWaiting={cases.isPlaceholderData}
            keyOf={({ id }) => id}
            onOpen={({ id }) => open(id)}
            sort={{ by: String(filters.ordem ?? 'display'), way: filters.sentido === 'desc' ? 'desc' : 'asc' }}
            onSort={({ by, way }) => set({ ordem: by, sentido: way })}
            total={meta.total}
            csvName="caixas"
            everyRow={(signal) =>
              everyPage((part) => call('GET /admin/cases', { query: { ...query, ...part }, signal }), signal)
            }
            empty={texts.empty}
            filters={<CaseFilters filters={filters} set={set} />}
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        )}
      </QueryState>
      <NewCase isOpen={isMaking} onClose={() => setIsMaking(false)} onMade={open} />
    </ConsolePage>
  );
}

function CaseFilters({ filters, set }: { filters: Partial<Filters>; set: (change: Partial<Filters>) => void }) {
  const texts = useTexts(caseListTexts);
  return (
    <div className={classes.filters}>
      <SegmentedControl
        size="md"
        aria-label={texts.status}
        value={String(filters.estado ?? '')}
        data={[
          { value: '', label: texts.all },
          ...STATES.map((status) => ({ value: status, label: texts.tabs[status] })),
        ]}
        onChange={(estado) => set({ estado: estado === '' ? undefined : estado } as Partial<Filters>)}
      />
      <SearchBox
        value={String(filters.busca ?? '')}
        label={texts.search}
        onSearch={(busca) => set({ busca: busca === '' ? undefined : busca } as Partial<Filters>)}
      />
    </div>
  );
}

function useColumns(): Column<AdminCase>[] {
  const texts = useTexts(caseListTexts);
  const { money, decimal, number, date } = useFormat();
  return [
    {
      id: 'name',
      header: texts.name,
      sortBy: 'name',
      phone: 'title',
      cell: ({ name, imageUrl }) => (
        <span className={classes.name}>
          <img src={imageUrl} alt="" loading="lazy" decoding="async" /> {name}
        </span>
      ),
      csv: ({ name }) => name,
    },
    {
      id: 'price',
      header: texts.price,
      align: 'right',
      sortBy: 'price',
      phone: 'value',
      cell: ({ priceCents }) => money(priceCents),
      csv: ({ priceCents }) => decimal(priceCents),
    },
    { id: 'category', header: texts.category, cell: ({ category }) => category, csv: ({ category }) => category },
    {
      id: 'status',
      header: texts.status,
      cell: ({ status, isPaused }) => (
        <span className={classes.states}>
          <StatusBadge tone={status === 'ACTIVE' ? 'accent' : 'plain'}>{texts.states[status]}</StatusBadge>
          {isPaused && <StatusBadge tone="amber">{texts.paused}</StatusBadge>}
        </span>
      ),
      csv: ({ status, isPaused }) => (isPaused ? `${status} PAUSED` : status),
    },
    {
      id: 'version',
      header: texts.version,
      align: 'right',
      phone: 'hidden',
      cell: ({ versionNumber }) => (versionNumber === null ? texts.none : number(versionNumber)),
      csv: ({ versionNumber }) => versionNumber,
    },
    {
      id: 'items',
      header: texts.items,
      align: 'right',
      phone: 'hidden',
      cell: ({ itemsCount }) => number(itemsCount),
      csv: ({ itemsCount }) => itemsCount,
    },
    {
      id: 'updated',
      header: texts.updated,
      align: 'right',
      phone: 'hidden',
      cell: ({ updatedAt }) => date(updatedAt),
      csv: ({ updatedAt }) => updatedAt,
    },
  ];
}
