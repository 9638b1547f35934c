import { Button, Progress } from '@mantine/core';
import { call } from '../../../data/api.ts';
import { everyPage } from '../../../data/every-page.ts';
import type { ItemSync, SyncStatus } from '../../../data/generated/api.ts';
import { useAction } from '../../../data/queries.ts';
import { useFormat } from '../../../shared/format/index.ts';
import { Pagination } from '../../../shared/lists/Pagination.tsx';
import { useAddressFilters } from '../../../shared/lists/use-address-filters.ts';
import type { Tone } from '../../../shared/parts/Badge.tsx';
import { Skeletons } from '../../../shared/states/Loading.tsx';
import { QueryState } from '../../../shared/states/QueryState.tsx';
import { useTexts } from '../../../shared/texts/index.ts';
import { useList } from '../../data/use-list.ts';
import { type Column, DataTable } from '../../parts/DataTable.tsx';
import { Refusal } from '../../parts/Refusal.tsx';
import { StatusBadge } from '../../parts/StatusBadge.tsx';
import classes from './items.module.css';
import { itemPageTexts } from './texts.ts';

/** While one runs, its progress is asked for this often. */
const RUNNING_MS = 1_500;
const TONES: Readonly<Record<SyncStatus, Tone>> = { QUEUED: 'amber', RUNNING: 'blue', DONE: 'accent', FAILED: 'red' };
const isUnderWay = ({ status }: ItemSync) => status === 'QUEUED' || status === 'RUNNING';

export function SyncList() {
  const texts = useTexts(itemPageTexts);
  const { page, setPage } = useAddressFilters();
  const syncs = useList(
    'GET /admin/items/syncs',
    { query: { page } },
    { refetchInterval: ({ state }) => (state.data?.data.some(isUnderWay) ? RUNNING_MS : false) },
  );
  const updatePrices = useAction('POST /admin/items/update-prices', ['GET /admin/items/syncs']);
  const fetchItems = useAction('POST /admin/items/sync-steam-database', ['GET /admin/items/syncs']);
  const columns = useColumns();
  return (
    <QueryState query={syncs} loading={<Skeletons count={4} height={50} />}>
      {({ data, meta }) => (
        <>
          <Refusal error={updatePrices.error ?? fetchItems.error} />
          <DataTable
            label={texts.syncs}
            columns={columns}
            rows={data}
            isWaiting={syncs.isPlaceholderData}
            keyOf={({ id }) => id}
            total={meta.total}
            csvName="sincronias"
            everyRow={(signal) => everyPage((part) => call('GET /admin/items/syncs', { query: part, signal }), signal)}
            empty={texts.noSyncs}
            filters={
              <div className={classes.filters}>
                <Button loading={updatePrices.isPending} onClick={() => updatePrices.mutate({})}>
                  {texts.syncPrices}
                </Button>
                <Button variant="default" loading={fetchItems.isPending} onClick={() => fetchItems.mutate({})}>
                  {texts.syncItems}
                </Button>
              </div>
            }
            footer={<Pagination meta={meta} onPage={setPage} />}
          />
        </>
      )}
    </QueryState>
  );
}

function useColumns(): Column<ItemSync>[] {
  const texts = useTexts(itemPageTexts);
  const { number, ago, dateTime } = useFormat();
  return [
    { id: 'kind', header: texts.kind, phone: 'title', cell: ({ kind }) => texts.kinds[kind], csv: ({ kind }) => kind },
    {
      id: 'state',
      header: texts.state,
      cell: ({ status }) => <StatusBadge tone={TONES[status]}>{texts.states[status]}</StatusBadge>,
      csv: ({ status }) => status,
    },
    {
      id: 'progress',
      header: texts.progress,
      cell: ({ processed, total }) => (
        <span className={classes.progress}>
          <Progress
            value={total === null || total === 0 ? 0 : (processed / total) * 100}
            aria-label={texts.of(number(processed), total === null ? texts.unknown : number(total))}
          />
          {texts.of(number(processed), total === null ? texts.unknown : number(total))}
        </span>
      ),
      csv: ({ processed }) => processed,
    },
    {
      id: 'message',
      wraps: true,
      header: texts.message,
      cell: ({ message }) => (message === null ? texts.unknown : <span lang="en">{message}</span>),
      csv: ({ message }) => message,
    },
    {
      id: 'started',
      header: texts.started,
      align: 'right',
      cell: ({ createdAt }) => ago(createdAt),
      csv: ({ createdAt }) => createdAt,
    },
    {
      id: 'took',
      header: texts.took,
      align: 'right',
      cell: ({ finishedAt }) => (finishedAt === null ? texts.unknown : dateTime(finishedAt)),
      csv: ({ finishedAt }) => finishedAt,
    },
  ];
}
